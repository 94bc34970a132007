import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { useFeature } from '../../lib/features.ts';
import { useFormats } from '../../lib/formats.ts';
import { useCan } from '../../lib/session.ts';
import { FigureLink } from './FigureLink.tsx';
import { FigurePanel } from './FigurePanel.tsx';

const LIST = '/operazioni/bobine';

/** The reels in stock with their weight, and those on hold. */
export function ReelsPanel() {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const can = useCan();
  const isShown = useFeature('reels') && can('stock.read');
  const all = useQuery({ ...api.reels.totals.query({ query: {} }), enabled: isShown }).data;
  const held = useQuery({ ...api.reels.totals.query({ query: { state: 'on_hold' } }), enabled: isShown }).data;
  // Hidden without reels.
  if (!isShown || !all || !held || all.reels === 0) return null;
  return (
    <FigurePanel
      title={t('dashboard.reels')}
      figure={formats.number(all.reels)}
      isCalm
      to={LIST}
      note={
        <>
          {`${formats.quantity(all.kg, 'kg', 0)} · ${formats.quantity(all.m2, 'm²', 0)}`}
          {held.reels > 0 && (
            <>
              {' · '}
              <FigureLink to={`${LIST}?state=on_hold`}>
                {t('dashboard.reelsHeld', { count: held.reels, shown: formats.number(held.reels) })}
              </FigureLink>
            </>
          )}
        </>
      }
    />
  );
}
