import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Product, ProductInput } from '@bobina/contract/registry/products.ts';
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
  /** The code of an existing product; its form is a tab of a page, without a frame of its own. */
  code?: string;
  /** The id of an existing product. */
  id?: number;
  initial: ProductDraft;
  version?: number;
  save: Parameters<typeof useEntityForm<typeof ProductInput, Product>>[0]['save'];
}
const LIST = '/anagrafica/prodotti';

/** Shows the form of a new, duplicated or existing product. Saving returns to the list. */
export function ProductForm({ code, id, initial, version, save }: Props) {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  const handle = useEntityForm({
    schema: () => import('@bobina/contract/registry/products.ts').then((products) => products.ProductInput),
    initial,
    version,
    draft: `product:${id ?? 'new'}`,
    save,
    ...(code !== undefined && { openBy: 'tab' }),
    failure: t('products.saveFailed'),
    onSaved: (product) => {
      toast.success(t('products.saved', { code: product.code }));
      void queryClient.invalidateQueries({ queryKey: ['products'] });
      void navigate({ to: LIST });
    },
  });
  useFocusFirst(handle, version === undefined);
  const form = (
    <EntityForm handle={handle} label={code ?? t('products.add')}>
      <FormSection title={t('sections.base')} open>
        <BaseFields productId={id} />
      </FormSection>
      <FormSection title={t('sections.technical')}>
        <TechnicalFields productId={id} />
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
  );
  return code === undefined ? <Page>{form}</Page> : form;
}
