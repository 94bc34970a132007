import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { PRICE_DECIMALS } from '../../../ui/prices/price-columns.tsx';

/** Returns the query for the price of a product for a customer. */
export function priceFor(customer: number, product: number) {
  return api.customerPrices.for.query({ query: { customer_id: String(customer), product_id: String(product) } });
}

/** Shows the last price at which the customer of the form ordered a product, and the day of that order. */
export function LastPrice({ product }: { product: number }) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const customer = useFieldValue<number | null>('customer_id');
  const { data } = useQuery({ ...priceFor(customer ?? 0, product), enabled: customer !== null });
  if (customer === null || !data || data.last_price === null || data.last_day === null) return null;
  const price = formats.money(data.last_price, data.currency, PRICE_DECIMALS);
  return (
    <Text c="dimmed" size="xs" ta="end" mt={4}>
      {t('lines.lastPrice', { price, day: formats.day(data.last_day) })}
    </Text>
  );
}
