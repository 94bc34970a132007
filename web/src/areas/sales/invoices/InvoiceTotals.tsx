import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { EMPTY, useFormats } from '../../../lib/formats.ts';
import { Totals } from '../../../ui/page/Totals.tsx';

/**
 * Shows the total and the open amount of the invoices that the filters leave, for each currency. Where the filters ask
 * for instalments that are due, their part is shown too: the figures of the home and of the aging count it.
 */
export function InvoiceTotals({ query }: { query: Record<string, unknown> }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const { data, isError } = useQuery(api.invoices.totals.query({ query }));
  if (data?.length === 0) return null;
  const sums = (key: 'total_amount' | 'open_amount' | 'due_amount') =>
    data?.map((sum) => formats.money(sum[key], sum.currency)).join(' · ') ?? (isError ? EMPTY : '\u00a0');
  const isOfRange = query.open_from !== undefined || query.open_until !== undefined;
  const due = t(`invoice.duePart.${query.overdue ? (isOfRange ? 'overdueIn' : 'overdue') : 'dueIn'}`);
  return (
    <Totals
      label={t('aging.totals')}
      totals={[
        [t('invoice.total_amount'), sums('total_amount')],
        [t('invoice.open_amount'), sums('open_amount')],
        ...(isOfRange || query.overdue ? [[due, sums('due_amount')] as const] : []),
      ]}
    />
  );
}
