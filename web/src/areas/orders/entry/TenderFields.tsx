import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form-context.ts';

/** Shows CIG and CUP for a public body, and for an order that has one of them. */
export function TenderFields() {
  const { t } = useTranslation('orders');
  const id = useFieldValue<number | null>('customer_id');
  const hasCodes = [useFieldValue<string | null>('cig'), useFieldValue<string | null>('cup')].some(Boolean);
  const customer = useQuery({ ...api.customers.get.query({ id: id ?? 0 }), enabled: typeof id === 'number' });
  if (!hasCodes && !customer.data?.is_public_body) return null;
  return (
    <>
      <TextField name="cig" label={t('order.cig')} maxLength={15} />
      <TextField name="cup" label={t('order.cup')} maxLength={15} />
    </>
  );
}
