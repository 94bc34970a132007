import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { Dashboard } from '@bobina/contract/system/dashboard.ts';
import { CHARTS_OF, OF_HUB, PANELS } from './by-role.ts';
import { DeferredCharts } from './charts/DeferredCharts.tsx';
import classes from './home.module.css';
import { Panels } from './Panels.tsx';

/** The lists and charts of a hub, as far as the role sees them at home. A new company has none yet. */
export function HubOverview({ hub, today, role }: { hub: string; today: Dashboard; role: Role }) {
  const { t } = useTranslation('home');
  const shown = OF_HUB[hub];
  if (!shown || today.first_steps) return null;
  const charts = shown.charts.filter((chart) => CHARTS_OF[role].includes(chart));
  const panels = shown.panels.filter((key) => PANELS[role].includes(key) && today[key]);
  if (charts.length + panels.length === 0) return null;
  return (
    <section aria-labelledby="hub-today">
      <h2 id="hub-today" className={classes.heading}>
        {t('dashboard.title')}
      </h2>
      <div className={classes.overview}>
        <Panels today={today} role={role} only={panels} />
        {charts.length > 0 && <DeferredCharts shown={charts} />}
      </div>
    </section>
  );
}
