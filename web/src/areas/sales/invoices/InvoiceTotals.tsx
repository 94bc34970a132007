import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { EMPTY, useFormats } from '../../../lib/formats.ts';
import { Totals } from '../../../ui/page/Totals.tsx';

/** Shows the total and the open amount of the invoices that the filters leave, for each currency. */
export function InvoiceTotals({ query }: { query: Record<string, unknown> }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const { data, isError } = useQuery(api.invoices.totals.query({ query }));
  if (data?.length === 0) return null;
  const sums = (key: 'total_amount' | 'open_amount') =>
    data?.map((sum) => formats.money(sum[key], sum.currency)).join(' · ') ?? (isError ? EMPTY : '\u00a0');
  return (
    <Totals
      label={t('aging.totals')}
      totals={(['total_amount', 'open_amount'] as const).map((key) => [t(`invoice.${key}`), sums(key)])}
    />
  );
}
