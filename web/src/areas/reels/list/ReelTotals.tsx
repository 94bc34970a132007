import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { EMPTY, useFormats } from '../../../lib/formats.ts';
import { Totals } from '../../../ui/page/Totals.tsx';

/** Shows the number, the weight and the area of the reels that the filters leave. */
export function ReelTotals({ query }: { query: Record<string, unknown> }) {
  const { t } = useTranslation('reels');
  const formats = useFormats();
  const { data, isError } = useQuery(api.reels.totals.query({ query }));
  const shown = (sum: string | undefined) => sum ?? (isError ? EMPTY : '\u00a0');
  return (
    <Totals
      label={t('totals.title')}
      totals={[
        [t('totals.reels'), shown(data && formats.number(data.reels))],
        [t('totals.kg'), shown(data && formats.quantity(data.kg, 'kg', 0))],
        [t('totals.m2'), shown(data && formats.quantity(data.m2, 'm²', 0))],
      ]}
    />
  );
}
