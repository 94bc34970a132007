import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PriceInput } from '@bobina/contract/purchasing/prices.ts';
import { api } from '../../../lib/api/api.ts';
import { fieldsOf } from '../../../ui/form/use-entity-form.ts';
import { EntityLoader, useIdParameter } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { LIST } from './calls.ts';
import { PriceForm } from './PriceForm.tsx';

function LoadedPrice({ id }: { id: number }) {
  const { t } = useTranslation('purchasing');
  const navigate = useNavigate();
  const price = useQuery(api.prices.get.query({ id }));
  const onFailed = () => {
    toast.error(t('prices.oneFailed'));
    void navigate({ to: LIST, replace: true });
  };
  return (
    <EntityLoader query={price} onFailed={onFailed}>
      {(loaded) => (
        <PriceForm
          price={loaded}
          initial={fieldsOf(PriceInput, loaded)}
          save={(input, options) => api.prices.update({ id, ...input }, options)}
        />
      )}
    </EntityLoader>
  );
}

function EditPricePage() {
  const id = useIdParameter();
  return <LoadedPrice key={id} id={id} />;
}
export default EditPricePage;
