import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ProductInput, type Product } from '@bobina/contract/registry/products.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import type { ProductDraft } from './new-product.ts';
import { BaseFields, PurchasingFields, SalesFields, TechnicalFields, VatFields } from './ProductFields.tsx';

interface Props {
  title?: string;
  initial: ProductDraft;
  version?: number;
  save: Parameters<typeof useEntityForm<typeof ProductInput, Product>>[0]['save'];
}
const LIST = '/anagrafica/prodotti';

/** The form of a product, new, duplicated or being changed. Saving leads back to the list. */
export function ProductForm({ title, initial, version, save }: Props) {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  const handle = useEntityForm({
    schema: ProductInput,
    initial,
    version,
    save,
    failure: t('products.saveFailed'),
    onSaved: (product) => {
      toast.success(t('products.saved', { code: product.code }));
      void queryClient.invalidateQueries({ queryKey: ['products'] });
      void navigate({ to: LIST });
    },
  });
  useFocusFirst(handle, version === undefined);
  return (
    <Page title={title}>
      <EntityForm handle={handle} label={title ?? t('products.add')}>
        <FormSection title={t('sections.base')} open>
          <BaseFields />
        </FormSection>
        <FormSection title={t('sections.technical')}>
          <TechnicalFields />
        </FormSection>
        <FormSection title={t('sections.purchasing')}>
          <PurchasingFields />
        </FormSection>
        <FormSection title={t('sections.sales')}>
          <SalesFields />
        </FormSection>
        <FormSection title={t('sections.vat')}>
          <VatFields />
        </FormSection>
        <FormActions handle={handle} onCancel={() => void navigate({ to: LIST })} />
      </EntityForm>
    </Page>
  );
}
