import type { Role } from '@bobina/contract/core/permissions.ts';
import type { Dashboard } from '@bobina/contract/system/dashboard.ts';
import { FIGURES, type FigureKey } from './by-role.ts';

export interface DayFigure {
  key: FigureKey;
  count: number;
  /** Address of the list that it counts. */
  screen: string;
  /** Whether it needs attention. */
  isUrgent: boolean;
}

/** These need attention when they are not zero. */
const URGENT: ReadonlySet<FigureKey> = new Set([
  'late_arrivals',
  'overdue',
  'dead_messages',
  'failed_imports',
  'rejected_documents',
]);

/** The figures that the server answers for a role, in the order of the role. */
export function figuresOfRole(today: Dashboard, role: Role): DayFigure[] {
  return FIGURES[role].flatMap((key) => {
    const figure = key === 'overdue' ? today.open_invoices?.overdue : today[key];
    if (!figure) return [];
    const { count, screen } = figure;
    return [{ key, count, screen, isUrgent: URGENT.has(key) && count > 0 }];
  });
}
