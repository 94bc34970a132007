import { roleCan, type Role } from '@bobina/contract/core/permissions.ts';
import type { Dashboard } from '@bobina/contract/system/dashboard.ts';
import { ACT_OF, FIGURES, WORK_OF, type FigureKey } from './by-role.ts';

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
  'to_order',
]);

/** A figure with its address, and whether it needs attention. */
export function dayFigure(key: FigureKey, { count, screen }: { count: number; screen: string }): DayFigure {
  return { key, count, screen, isUrgent: URGENT.has(key) && count > 0 };
}

/** The figures that the server answers for a role, in the order of the role. */
export function figuresOfRole(today: Dashboard, role: Role): DayFigure[] {
  return FIGURES[role].flatMap((key) => {
    const figure = key === 'overdue' ? today.open_invoices?.overdue : key === 'to_order' ? undefined : today[key];
    return figure ? [dayFigure(key, figure)] : [];
  });
}

/**
 * Divides figures into what the role must do now, the urgent ones first, and the others. A figure is urgent only for roles
 * that may do something about it.
 */
export function divideFigures(figures: readonly DayFigure[], role: Role): { now: DayFigure[]; others: DayFigure[] } {
  const known = figures.map((figure) => (mayAct(figure, role) ? figure : { ...figure, isUrgent: false }));
  const work = known.filter(
    (figure) => figure.isUrgent || (figure.count > 0 && WORK_OF[role].includes(figure.key) && mayAct(figure, role)),
  );
  return {
    now: work.toSorted((a, b) => Number(b.isUrgent) - Number(a.isUrgent)),
    others: known.filter((figure) => !work.includes(figure)),
  };
}

function mayAct({ key }: DayFigure, role: Role): boolean {
  const act = ACT_OF[key];
  return act === undefined || roleCan(role, act);
}
