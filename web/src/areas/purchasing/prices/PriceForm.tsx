import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PriceInput, type Price } from '@bobina/contract/purchasing/prices.ts';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import { forgetPrices, LIST } from './calls.ts';
import { KnownPrices } from './KnownPrices.tsx';
import { PriceFields } from './PriceFields.tsx';

type Options = Parameters<typeof useEntityForm<typeof PriceInput, Price>>[0];
interface Props {
  /** The price that is changed; none for a new one. */
  price?: Price;
  initial: Options['initial'];
  save: Options['save'];
}

/** A price, new or being changed. Saving and closing lead back to the list. */
export function PriceForm({ price, initial, save }: Props) {
  const { t } = useTranslation('purchasing');
  const navigate = useNavigate();
  const title = price && `${price.product_code} · ${price.supplier_name}`;
  const handle = useEntityForm({
    schema: PriceInput,
    initial,
    version: price?.version,
    save,
    failure: t(price ? 'prices.updateFailed' : 'prices.createFailed'),
    onSaved: () => {
      toast.success(t(price ? 'prices.updated' : 'prices.created'));
      void forgetPrices();
      void navigate({ to: LIST });
    },
  });
  useFocusFirst(handle, !price);
  return (
    <Page title={title}>
      <EntityForm handle={handle} label={title ?? t('prices.add')}>
        <PriceFields />
        <KnownPrices own={price?.id} />
        <FormActions handle={handle} onCancel={() => void navigate({ to: LIST })} />
      </EntityForm>
    </Page>
  );
}
