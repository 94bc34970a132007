import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { Dashboard } from '@bobina/contract/system/dashboard.ts';
import { useFormats } from '../../lib/formats.ts';
import { FigureLink } from './FigureLink.tsx';
import { divideFigures, figuresOfRole, type DayFigure } from './figures-of-role.ts';
import classes from './home.module.css';
import { useToOrder } from './use-to-order.ts';

/**
 * The counts of the day's work; each opens the list that it counts. What the role must do now is large and first, the
 * others are quiet lines below.
 * @param isNew whether the company has no order yet: then figures of zero are hidden
 */
export function Figures({ today, role, isNew }: { today: Dashboard; role: Role; isNew: boolean }) {
  const { t } = useTranslation('home');
  const figures = [...figuresOfRole(today, role), ...useToOrder()].filter(({ count }) => !isNew || count > 0);
  const { now, others } = divideFigures(figures, role);
  if (figures.length === 0) return null;
  return (
    <div className={classes.day} data-figures>
      <h3 className={classes.now} id="home-now">
        {t(now.length > 0 ? 'figures.now' : 'figures.nothing')}
      </h3>
      {now.length > 0 && (
        <ul className={classes.figures} aria-labelledby="home-now">
          {now.map(({ key, ...figure }) => (
            <Figure key={key} name={t(`figures.${key}`)} {...figure} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={classes.others} aria-label={t('figures.others')}>
          {others.map(({ key, ...figure }) => (
            <Figure key={key} name={t(`figures.${key}`)} {...figure} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Figure({ name, count, screen, isUrgent }: Omit<DayFigure, 'key'> & { name: string }) {
  const formats = useFormats();
  return (
    <li data-urgent={isUrgent || undefined}>
      <FigureLink to={screen} className={classes.tile!}>
        <span className={classes.label}>{name}</span>
        <span className={classes.count} data-none={count === 0 || undefined}>
          {formats.number(count)}
        </span>
      </FigureLink>
    </li>
  );
}
