import { useTranslation } from 'react-i18next';
import { CURRENCIES } from '@bobina/contract/core/fields.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { SelectField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { ProductPicker, SupplierPicker } from '../../../ui/form/pickers.tsx';

const STEP = 0.01;

/** A price's fields. A supplier has products of its own: another one clears the product; a product brings its supplier and currency. */
export function PriceFields() {
  const { t } = useTranslation('purchasing');
  const form = useFormHere();
  const supplierId = useFieldValue<number | null>('supplier_id');
  const currency = useFieldValue<string | null>('currency');
  const takeFrom = (product: Product | undefined) => {
    if (!product) return;
    if (product.supplier_id !== null) form.setFieldValue('supplier_id', product.supplier_id);
    form.setFieldValue('currency', product.currency);
  };
  return (
    <FormSection title={t('priceForm.title')} open>
      <SupplierPicker
        name="supplier_id"
        label={t('price.supplier')}
        withAsterisk
        failure={t('orders.suppliersFailed')}
        onPick={() => form.setFieldValue('product_id', null)}
      />
      <ProductPicker
        name="product_id"
        label={t('price.product')}
        withAsterisk
        failure={t('orders.productsFailed')}
        query={supplierId === null ? {} : { supplier_id: supplierId }}
        onPick={takeFrom}
      />
      <NumberField
        name="price"
        label={t('price.price')}
        withAsterisk
        step={STEP}
        least={2}
        unit={currency ?? undefined}
      />
      <SelectField name="currency" label={t('price.currency')} allowDeselect={false} data={[...CURRENCIES]} />
      <DayField name="start_date" label={t('price.start_date')} required />
      <DayField name="end_date" label={t('price.end_date')} />
    </FormSection>
  );
}
