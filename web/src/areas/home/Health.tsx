import { useTranslation } from 'react-i18next';
import { daysBetween } from '@bobina/contract/core/dates.ts';
import type { Dashboard } from '@bobina/contract/system/dashboard.ts';
import { useFormats } from '../../lib/formats.ts';
import classes from './home.module.css';

const GB = 1_000_000_000;

/** The state of the installation: age of the last backup, version of the database, free space on the disk. */
export function Health({ health, today }: { health: NonNullable<Dashboard['health']>; today: string }) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const { last_at } = health.backup;
  const age = last_at === null ? null : Math.max(0, daysBetween(last_at.slice(0, 10), today));
  const isOld = age === null || age > 1;
  const backup =
    age === null
      ? t('health.never')
      : `${formats.instant(last_at)} (${age === 0 ? t('health.today') : t('health.ago', { count: age, shown: formats.number(age) })})`;
  const { free_bytes } = health.disk;
  return (
    <section aria-labelledby="home-health" className={classes.health}>
      <h2 id="home-health" className={classes.heading}>
        {t('health.title')}
      </h2>
      <dl>
        <div data-urgent={isOld || undefined}>
          <dt>{t('health.backup')}</dt>
          <dd>
            {backup}
            {isOld && <span className={classes.note}>{t('health.old')}</span>}
          </dd>
        </div>
        <div>
          <dt>{t('health.database')}</dt>
          <dd>PostgreSQL {health.database.version.split(' ')[0]}</dd>
        </div>
        <div>
          <dt>{t('health.disk')}</dt>
          <dd>{formats.quantity(free_bytes === null ? null : free_bytes / GB, 'GB', 1)}</dd>
        </div>
      </dl>
    </section>
  );
}
