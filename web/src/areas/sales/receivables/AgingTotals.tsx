import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { EMPTY, useFormats } from '../../../lib/formats.ts';
import { Totals } from '../../../ui/page/Totals.tsx';

/** The total comes first: on a phone the others may be further down. */
const TOTALS = ['total', 'not_due', 'days_30', 'days_60', 'days_90', 'older'] as const;

/** Shows what all customers of the list owe, or one of them, by the days since the due date; nothing if nothing is owed. */
export function AgingTotals({ query }: { query: { q?: string; as_of?: string; customer_id?: string } }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const { data, isError } = useQuery(api.receivables.agingTotals.query({ query }));
  if (data?.total === 0) return null;
  const shown = (amount: number | undefined) =>
    amount === undefined ? (isError ? EMPTY : '\u00a0') : formats.money(amount);
  return <Totals label={t('aging.totals')} totals={TOTALS.map((key) => [t(`aging.${key}`), shown(data?.[key])])} />;
}
