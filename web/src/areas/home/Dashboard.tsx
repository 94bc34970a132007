import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { useUser } from '../../lib/session.ts';
import { LoadFailed } from '../../ui/table/TableStates.tsx';
import { CHARTS_OF } from './by-role.ts';
import { Figures } from './Figures.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Health } from './Health.tsx';
import { DeferredCharts } from './charts/DeferredCharts.tsx';
import classes from './home.module.css';
import { Panels } from './Panels.tsx';

/** The day's work by role: figures, their most urgent rows, trends, and the state of the system. */
export function Dashboard() {
  const { t } = useTranslation('home');
  const user = useUser();
  const { data: today, isPending, isError, error, refetch } = useQuery(api.dashboard.get.query({}));
  // A company without orders has nothing to count: zeros and empty charts would hide its first steps.
  const isNew = today?.first_steps !== undefined;
  const charts = user && !isNew ? CHARTS_OF[user.role] : [];
  return (
    <>
      <section aria-label={t('dashboard.title')}>
        <h2 className={classes.heading}>{t('dashboard.title')}</h2>
        {today && user && (
          <>
            {today.first_steps && <FirstSteps steps={today.first_steps} />}
            <Figures today={today} role={user.role} isNew={isNew} />
            <Panels today={today} role={user.role} isNew={isNew} />
          </>
        )}
        {isPending && (
          <>
            <Skeleton h={130} mb={16} radius="lg" />
            <div className={classes.grid}>
              {[220, 280, 220].map((height, index) => (
                <Skeleton key={index} h={height} radius="lg" className={classes.panel!} />
              ))}
            </div>
          </>
        )}
        {isError && !today && <LoadFailed error={error} onRetry={() => void refetch()} />}
      </section>
      {today && charts.length > 0 && (
        <section aria-labelledby="home-charts">
          <h2 id="home-charts" className={classes.heading}>
            {t('charts.title')}
          </h2>
          <DeferredCharts shown={charts} />
        </section>
      )}
      {today?.health && <Health />}
    </>
  );
}
