import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { CURRENCIES } from '@bobina/contract/core/units.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { FieldChecksContext } from '../../../ui/form/field-checks.ts';
import { api } from '../../../lib/api/api.ts';
import { SelectField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { ProductPicker, SupplierPicker } from '../../../ui/form/pickers.tsx';
import { PriceAmountField } from '../../../ui/prices/PriceAmountField.tsx';
import { PricePeriodFields } from '../../../ui/prices/PricePeriodFields.tsx';

/**
 * Shows the fields of a price. A change of supplier clears the product; a change of product sets its supplier and
 * currency. The list offers the products of the supplier.
 */
export function PriceFields() {
  const { t } = useTranslation('purchasing');
  const { t: common } = useTranslation();
  const form = useFormHere();
  const supplierId = useFieldValue<number | null>('supplier_id');
  const currency = useFieldValue<string | null>('currency');
  const checks = useContext(FieldChecksContext);
  const takeFrom = (product: Product | undefined) => {
    if (!product) return;
    // A supplier that was typed and not found stays, to be corrected: another one would get the price.
    const isTyped = [...(checks ?? [])].some((check) => check.path === 'supplier_id' && check.isOpen());
    if (product.supplier_id !== null && !isTyped) form.setFieldValue('supplier_id', product.supplier_id);
    form.setFieldValue('currency', product.currency);
  };
  /** Several suppliers may have prices of one product: a code typed in full is taken, whoever its usual supplier is. */
  const findByCode = async (typed: string): Promise<boolean> => {
    const code = typed.trim();
    const { rows } = await api.products.list({ query: { status: 'active', q: code, best_first: true, limit: 1 } });
    const [found] = rows;
    if (found?.code.toLowerCase() !== code.toLowerCase()) return false;
    form.setFieldValue('product_id', found.id);
    form.setFieldValue('currency', found.currency);
    return true;
  };
  return (
    <FormSection title={common('prices.formTitle')} open>
      <SupplierPicker
        name="supplier_id"
        label={t('prices.supplier')}
        withAsterisk
        failure={t('orders.suppliersFailed')}
        onPick={() => form.setFieldValue('product_id', null)}
      />
      <ProductPicker
        name="product_id"
        label={common('prices.field.product')}
        withAsterisk
        failure={t('orders.productsFailed')}
        {...(supplierId !== null && {
          query: { supplier_id: supplierId },
          unknown: t('prices.notOfSupplier'),
          onNoMatch: findByCode,
        })}
        onPick={takeFrom}
      />
      <PriceAmountField currency={currency} />
      <SelectField
        name="currency"
        label={common('prices.field.currency')}
        allowDeselect={false}
        data={[...CURRENCIES]}
      />
      <NumberField name="from_quantity" label={t('supply.from_quantity')} description={t('supply.from_quantityHint')} />
      <NumberField
        name="lead_days"
        label={t('supply.price_lead_days')}
        description={t('supply.price_lead_daysHint')}
        unit={t('supply.workingDays')}
        decimals={0}
      />
      <PricePeriodFields />
    </FormSection>
  );
}
