import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { HealthCheck } from '@bobina/contract/system/health.ts';
import { api } from '../../lib/api/api.ts';
import { useFormats, type Formats } from '../../lib/formats.ts';
import { LoadFailed } from '../../ui/table/TableStates.tsx';
import classes from './home.module.css';

const GB = 1_000_000_000;

/** The state of the installation. It is read after the figures, because a check may take seconds. */
export function Health() {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const { data, isPending, isError, error, refetch } = useQuery(api.health.details.query({}));
  return (
    <section aria-labelledby="home-health" className={classes.health}>
      <h2 id="home-health" className={classes.heading}>
        {t('health.title')}
      </h2>
      {isPending && (
        <output aria-label={t('health.loading')}>
          <Skeleton h={120} radius="lg" />
        </output>
      )}
      {isError && !data && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {data && (
        <dl>
          {data.checks.map((check) => (
            <div key={check.name} data-state={check.state}>
              <dt>{t(`health.${check.name}`)}</dt>
              <dd>
                <span className={classes.state}>{t(`health.states.${check.state}`)}</span>
                {factsOf(check, t, formats).map((fact) => (
                  <span key={fact} className={classes.note}>
                    {fact}
                  </span>
                ))}
                <span className={classes.note}>{check.message}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

/** The measured value of a check, besides its message. */
function factsOf(check: HealthCheck, t: TFunction<'home'>, formats: Formats): string[] {
  const instant = (at: string | null) => (at === null ? t('health.never') : formats.instant(at));
  switch (check.name) {
    case 'backup':
      return [instant(check.last_at), t('health.proof', { at: instant(check.proven_at) })];
    case 'database':
      return [`PostgreSQL ${check.version.split(' ')[0]}`];
    case 'disk':
      return check.free_bytes === null ? [] : [formats.quantity(check.free_bytes / GB, 'GB', 1)];
    case 'certificate':
      return check.expires_at === null ? [] : [t('health.certificateUntil', { at: instant(check.expires_at) })];
    default:
      return [];
  }
}
