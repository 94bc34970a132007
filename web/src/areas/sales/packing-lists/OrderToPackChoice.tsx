import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useFormHere } from '../../../ui/form/form-context.ts';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';

const MOST = 1000;

/** Shows a select of the customer's orders with quantities left to deliver, most urgent first. */
export function OrderToPackChoice({ customerId, onPick }: { customerId: number | null; onPick: () => void }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const form = useFormHere();
  const value = form.useWatchValue('order_id') as number | null | undefined;
  const orders = useQuery({
    ...api.packingLists.ordersToPack.query({ customerId: customerId ?? 0, query: { limit: MOST } }),
    enabled: customerId !== null,
  });
  const rows = customerId === null ? [] : (orders.data?.rows ?? []);
  const hint = () => {
    if (customerId === null) return t('packing.customerFirst');
    if (orders.isError) return t('failed');
    return orders.data && rows.length === 0 ? t('packing.noOrders') : undefined;
  };
  return (
    <ChoicePicker
      data-path="order_id"
      label={t('document.order')}
      withAsterisk
      clearable={false}
      isLoading={orders.isFetching}
      disabled={customerId === null}
      description={hint()}
      data={rows.map((row) => ({
        value: String(row.id),
        label: [row.order_number, row.customer_order_number, formats.day(row.requested_delivery_date)]
          .filter(Boolean)
          .join(' · '),
      }))}
      value={value ? String(value) : null}
      error={form.errors['order_id']}
      onChange={(id) => {
        form.setFieldValue('order_id', id === null ? null : Number(id));
        onPick();
      }}
    />
  );
}
