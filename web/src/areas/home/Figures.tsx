import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { Dashboard, Figure } from '@bobina/contract/system/dashboard.ts';
import { useFormats } from '../../lib/formats.ts';
import { FIGURES, type FigureKey } from './by-role.ts';
import { FigureLink } from './FigureLink.tsx';
import classes from './home.module.css';

/** These need attention when they are not zero. */
const URGENT: ReadonlySet<FigureKey> = new Set(['late_arrivals', 'overdue', 'failed_imports']);

/** Maximum number of tiles in one row of a wide window. */
const ONE_ROW = 7;

/** The counts of the day's work, in the order of the role; each opens the list that it counts. */
export function Figures({ today, role }: { today: Dashboard; role: Role }) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const figureOf = (key: FigureKey): Figure | undefined =>
    key === 'overdue' ? today.open_invoices?.overdue : today[key];
  const shown = FIGURES[role].flatMap((key) => {
    const figure = figureOf(key);
    return figure ? [[key, figure] as const] : [];
  });
  return (
    <ul className={classes.figures} data-one-row={shown.length <= ONE_ROW || undefined}>
      {shown.map(([key, { count, screen }]) => (
        <li key={key} data-urgent={(URGENT.has(key) && count > 0) || undefined}>
          <FigureLink to={screen} className={classes.tile!}>
            <span className={classes.label}>{t(`figures.${key}`)}</span>
            <span className={classes.count} data-none={count === 0 || undefined}>
              {formats.number(count)}
            </span>
          </FigureLink>
        </li>
      ))}
    </ul>
  );
}
