import { useTranslation } from 'react-i18next';
import { PriceInput } from '@bobina/contract/purchasing/prices.ts';
import { api } from '../../../lib/api/api.ts';
import { fieldsOf } from '../../../ui/form/use-entity-form.ts';
import { useIdParameter } from '../../../ui/page/EntityLoader.tsx';
import { NotesButton } from '../../../ui/notes/NotesButton.tsx';
import { LoadedPrice } from '../../../ui/prices/LoadedPrice.tsx';
import { PriceForm } from '../../../ui/prices/PriceForm.tsx';
import { SUPPLIER_PRICE_KIND } from './kind.ts';
import { PriceFields } from './PriceFields.tsx';

/** Shows the form of an existing price. */
function EditPricePage() {
  const { t } = useTranslation('purchasing');
  const id = useIdParameter();
  return (
    <LoadedPrice key={id} kind={SUPPLIER_PRICE_KIND} id={id}>
      {(price) => (
        <PriceForm
          kind={SUPPLIER_PRICE_KIND}
          price={price}
          schema={PriceInput}
          initial={fieldsOf(PriceInput, price)}
          save={(input, options) => api.prices.update({ id, ...input }, options)}
          others={t('prices.others')}
          actions={<NotesButton entity="prices" id={id} name={price.product_code} />}
        >
          <PriceFields />
        </PriceForm>
      )}
    </LoadedPrice>
  );
}
export default EditPricePage;
