import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addDays } from '@bobina/contract/core/dates.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { AllLevels } from './AllLevels.tsx';
import { NO_FILTERS, StockFilters } from './filters.ts';

const ExpiringBatches = deferred(async () => (await import('./ExpiringBatches.tsx')).ExpiringBatches);
const LowStock = deferred(async () => (await import('./LowStock.tsx')).LowStock);

const EXPIRING_DAYS = 30;
const VIEWS = ['all', 'low', 'expiring'] as const;
type View = (typeof VIEWS)[number];

/** Shows /report/giacenze: all stock levels, products below their minimum or expiring batches, depending on the URL. */
function StockLevelsPage() {
  const { t } = useTranslation('stock');
  const [address, set] = useFilters(StockFilters);
  const isExpiring = address.expires_from !== undefined || address.expires_until !== undefined;
  const view: View = address.low_stock ? 'low' : isExpiring ? 'expiring' : 'all';
  const show = (next: View) => {
    const today = companyToday();
    set({
      ...NO_FILTERS,
      q: '',
      sort: undefined,
      low_stock: next === 'low' ? true : undefined,
      expires_from: next === 'expiring' ? today : undefined,
      expires_until: next === 'expiring' ? addDays(today, EXPIRING_DAYS) : undefined,
    });
  };
  const views = (
    <SegmentedControl
      aria-label={t('levels.view')}
      value={view}
      onChange={(next) => show(next as View)}
      data={VIEWS.map((value) => ({ value, label: t(`levels.views.${value}`) }))}
    />
  );
  const props = { address, set, views };
  if (view === 'low') return <LowStock {...props} />;
  if (view === 'expiring') return <ExpiringBatches {...props} />;
  return <AllLevels {...props} />;
}
export default StockLevelsPage;
