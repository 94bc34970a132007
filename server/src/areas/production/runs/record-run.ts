import type { FieldChange } from '@bobina/contract/system/history.ts';
import type { Act } from '../../../platform/context.ts';

/** A run as the activity log names it. */
interface Named {
  id: number;
  machine_code: string;
  order_number?: string | null;
  version?: number;
}

/** Logs an act on a run and announces it to the screens that show runs. @param details of the act */
export function recordRun(
  act: Act,
  action: string,
  { id, machine_code, order_number, version }: Named,
  details = '',
  changes: readonly FieldChange[] = [],
): void {
  act.record(
    action,
    'runs',
    id,
    [machine_code, order_number, details].filter(Boolean).join(' · '),
    version ?? null,
    changes,
  );
}
