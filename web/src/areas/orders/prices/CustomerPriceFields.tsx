import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CustomerPrice } from '@bobina/contract/orders/customer-prices.ts';
import { api } from '../../../lib/api/api.ts';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { FormSection } from '../../../ui/form/FormSection.tsx';
import { CustomerPicker, ProductPicker } from '../../../ui/form/pickers.tsx';
import { PriceAmountField } from '../../../ui/prices/PriceAmountField.tsx';
import { PricePeriodFields } from '../../../ui/prices/PricePeriodFields.tsx';

/** Shows the fields of a customer price. Its currency is the customer's. */
export function CustomerPriceFields({ price }: { price?: CustomerPrice }) {
  const { t } = useTranslation('orders');
  const { t: common } = useTranslation();
  return (
    <FormSection title={common('prices.formTitle')} open>
      <CustomerPicker
        name="customer_id"
        label={t('order.customer')}
        withAsterisk
        failure={t('orders.customersFailed')}
      />
      <ProductPicker
        name="product_id"
        label={common('prices.field.product')}
        withAsterisk
        failure={t('orders.productsFailed')}
      />
      <PriceAmountField currency={useCurrency(price)} />
      <PricePeriodFields />
    </FormSection>
  );
}

/** Returns the currency in which the price will be saved: the stored one until the price or the customer changes. */
function useCurrency(price: CustomerPrice | undefined): string | undefined {
  const customer = useFieldValue<number | null>('customer_id');
  const amount = useFieldValue<unknown>('price');
  const { data } = useQuery({
    ...api.customers.get.query({ id: customer ?? 0 }),
    enabled: customer !== null,
  });
  if (customer === null) return undefined;
  return price && price.customer_id === customer && price.price === amount ? price.currency : data?.valuta;
}
