import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { Dashboard } from '@bobina/contract/system/dashboard.ts';
import { useFormats } from '../../lib/formats.ts';
import { FigureLink } from './FigureLink.tsx';
import { figuresOfRole } from './figures-of-role.ts';
import classes from './home.module.css';
import { ProposalsFigure } from './ProposalsFigure.tsx';

/** Maximum number of tiles in one row of a wide window. */
const ONE_ROW = 7;

/** The counts of the day's work, in the order of the role; each opens the list that it counts. */
export function Figures({ today, role }: { today: Dashboard; role: Role }) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const shown = figuresOfRole(today, role);
  return (
    <ul className={classes.figures} data-one-row={shown.length <= ONE_ROW || undefined}>
      {shown.map(({ key, count, screen, isUrgent }) => (
        <li key={key} data-urgent={isUrgent || undefined}>
          <FigureLink to={screen} className={classes.tile!}>
            <span className={classes.label}>{t(`figures.${key}`)}</span>
            <span className={classes.count} data-none={count === 0 || undefined}>
              {formats.number(count)}
            </span>
          </FigureLink>
        </li>
      ))}
      <ProposalsFigure />
    </ul>
  );
}
