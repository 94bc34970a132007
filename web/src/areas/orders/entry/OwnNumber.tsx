import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { NotedField } from '../../../ui/form/NotedField.tsx';

/** The id of the order in the form; undefined for a new one. */
type Own = { own: number | undefined };
/** The orders that are named, one of which may be the order itself. */
const MOST = 4;

/** The customer's own number of the order. Below it, the customer's other orders with this number are named. */
export function OwnNumber({ own }: Own) {
  const { t } = useTranslation('orders');
  return (
    <NotedField name="customer_order_number" note={(number) => <SameNumber own={own} number={number} />}>
      <TextField name="customer_order_number" label={t('order.customer_order_number')} />
    </NotedField>
  );
}

/** Whether the form has named another order of the customer with this number. */
export function isNumberKnown(customer: number, number: string | null | undefined, own: number | undefined): boolean {
  const data = queryClient.getQueryData<Found>(ordersWith(customer, number ?? '').queryKey);
  return othersOf(data, own).length > 0;
}

function SameNumber({ own, number }: Own & { number: string }) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const customer = useFieldValue<number | null>('customer_id');
  const { data } = useQuery({ ...ordersWith(customer ?? 0, number), enabled: customer !== null });
  const others = othersOf(data, own);
  if (customer === null || others.length === 0) return null;
  return (
    <Text component="output" display="block" size="xs" mt={4} c="var(--bobina-on-light-yellow)">
      {t('orders.sameNumber')}{' '}
      {others.map(({ id, order_number, order_date }, index) => (
        <Fragment key={id}>
          {index > 0 && '; '}
          <EntityLink kind="customer_order" id={id} code={order_number} text={order_number} /> (
          {formats.day(order_date)})
        </Fragment>
      ))}
    </Text>
  );
}

type Found = { rows: { id: number; order_number: string; order_date: string }[] };

function ordersWith(customer: number, number: string) {
  return api.customerOrders.list.query({
    query: {
      customer_id: String(customer),
      customer_order_number: number,
      limit: MOST,
      fields: 'id,order_number,order_date',
    },
  });
}

function othersOf(found: Found | undefined, own: number | undefined) {
  return found?.rows.filter(({ id }) => id !== own) ?? [];
}
