import { useQueries, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { useFeature } from '../../lib/features.ts';
import { useFormats } from '../../lib/formats.ts';
import { useCan } from '../../lib/session.ts';
import { FigurePanel } from './FigurePanel.tsx';

const LIST = '/operazioni/bobine';
/** The states of reels in stock. */
const STATES = ['in_stock', 'reserved', 'on_machine', 'on_hold'] as const;

/** The reels in stock with their weight and area, and those of each state. */
export function ReelsPanel() {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const can = useCan();
  const isShown = useFeature('reels') && can('stock.read');
  const all = useQuery({ ...api.reels.totals.query({ query: {} }), enabled: isShown }).data;
  const ofStates = useQueries({
    queries: STATES.map((state) => ({ ...api.reels.totals.query({ query: { state } }), enabled: isShown })),
  }).map(({ data }) => data);
  // Hidden without reels.
  if (!isShown || !all || ofStates.includes(undefined) || all.reels === 0) return null;
  return (
    <FigurePanel
      title={t('dashboard.reels')}
      figure={formats.number(all.reels)}
      isCalm
      to={LIST}
      note={`${formats.quantity(all.kg, 'kg', 0)} · ${formats.quantity(all.m2, 'm²', 0)}`}
      isWhole
      rows={STATES.flatMap((state, index) => {
        const { reels, kg } = ofStates[index]!;
        if (reels === 0) return [];
        const name = t(`dashboard.reelsOf.${state}`, { count: reels, shown: formats.number(reels) });
        return [{ key: state, to: `${LIST}?state=${state}`, name, value: formats.quantity(kg, 'kg', 0) }];
      })}
    />
  );
}
