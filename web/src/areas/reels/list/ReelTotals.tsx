import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { EMPTY, useFormats } from '../../../lib/formats.ts';
import classes from '../reels.module.css';

/** Shows the number, the weight and the area of the reels that the filters leave. */
export function ReelTotals({ query }: { query: Record<string, unknown> }) {
  const { t } = useTranslation('reels');
  const formats = useFormats();
  const { data, isError } = useQuery(api.reels.totals.query({ query }));
  const totals = [
    [t('totals.reels'), data && formats.number(data.reels)],
    [t('totals.kg'), data && formats.quantity(data.kg, 'kg', 0)],
    [t('totals.m2'), data && formats.quantity(data.m2, 'm²', 0)],
  ] as const;
  return (
    <dl className={`${classes.card} ${classes.totals}`} aria-label={t('totals.title')}>
      {totals.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value ?? (isError ? EMPTY : '\u00a0')}</dd>
        </div>
      ))}
    </dl>
  );
}
