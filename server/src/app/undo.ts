/** POST /undo: reverses an act by the reversal that its area registered. */
import { can } from '@bobina/contract/core/permissions.ts';
import type { undo as undoContract } from '@bobina/contract/system/undo.ts';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { identityReversals } from '../areas/identity/reversals.ts';
import { ordersReversals } from '../areas/orders/reversals.ts';
import { productionReversals } from '../areas/production/reversals.ts';
import { purchasingReversals } from '../areas/purchasing/reversals.ts';
import { registryReversals } from '../areas/registry/reversals.ts';
import { invoiceReversals } from '../areas/sales/invoices/reversals.ts';
import { stockReversals } from '../areas/stock/reversals.ts';
import { numberActivities } from '../platform/activities.ts';
import type { Act } from '../platform/context.ts';
import type { ConstraintProblems } from '../platform/http/errors.ts';
import type { Handlers, Kernel } from '../platform/http/mount.ts';
import { notFound, Problem } from '../platform/problem.ts';
import {
  cannotUndo,
  reversalOf,
  selectUndoable,
  type LoggedAct,
  type Reversal,
  type Reversals,
} from '../platform/undo.ts';

const REVERSALS: Reversals = {
  ...identityReversals,
  ...registryReversals,
  ...stockReversals,
  ...purchasingReversals,
  ...ordersReversals,
  ...invoiceReversals,
  ...productionReversals,
};

/** Reports whether an act can be undone, for the `X-Activity-Id` header of its answer. */
export const isUndoable: Kernel['isUndoable'] = (activity) => reversalOf(REVERSALS, activity) !== undefined;

/** Whether an activity `t` can be undone, as `POST /undo` decides it before it looks at the state. */
export const canUndo = selectUndoable(REVERSALS);

/** SQLSTATE of unique and exclusion violations. */
const TAKEN = new Set(['23505', '23P01']);

/**
 * Builds the handlers of undo. @param constraints gives the problems of violated constraints, which become reasons; read
 * at the first call, because they are listed after the handlers
 */
export function undoHandlers(constraints: () => ConstraintProblems): Handlers<typeof undoContract> {
  return {
    undo: async ({ activity_id }, act) => {
      const { reversal, logged } = await lockActivity(act, activity_id);
      try {
        await reversal.undo(act, logged);
        // Raises the errors of pipelined statements and deferred constraints here, where they become reasons.
        await sql`set constraints all immediate`.execute(act.tx);
      } catch (error) {
        throw reasonOf(act, error, constraints()) ?? error;
      }
      act.activities[0]!.undoes = activity_id;
      // Recorded before the answer, which names the reversal's own activity.
      const recorded = act.activities.splice(0);
      const [id] = await numberActivities(act.tx, act.user.id, recorded);
      return { activity_id: id!, entity: recorded[0]!.entity_type, id: recorded[0]!.entity_id };
    },
  };
}

/**
 * Locks an activity, so that an act is undone once, before any other row. The log is append-only, and a row lock would
 * need the right to update it: an advisory lock replaces the row lock.
 * @throws NOT_FOUND, FORBIDDEN, CANNOT_UNDO
 */
async function lockActivity(act: Act, id: number): Promise<{ reversal: Reversal; logged: LoggedAct }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`undo ${id}`}, 0))`.execute(act.tx);
  const { rows } = await sql<{
    action: string;
    entity_type: string;
    entity_id: number | null;
    details: string;
    user_id: number;
    kept: unknown;
  }>`select action, entity_type, entity_id, details, user_id, kept from activities where id = ${id}`.execute(act.tx);
  const activity = rows[0];
  if (!activity) throw notFound();
  const reversal = reversalOf(REVERSALS, activity);
  if (!reversal) throw cannotUndo('NOT_UNDOABLE');
  const { needs } = reversal;
  if (needs !== 'signed-in' && needs !== 'public' && !can(act.user, needs)) throw new Problem('FORBIDDEN');
  const undone = await sql`select 1 from activities where undoes = ${id}`.execute(act.tx);
  if (undone.rows.length > 0) throw cannotUndo('UNDONE_ALREADY');
  const { entity_type: entity, entity_id, details, user_id, kept } = activity;
  return { reversal, logged: { entity, id: entity_id ?? 0, details, user_id, kept } };
}

/** The refusal of a reversal as CANNOT_UNDO with its reason; undefined for other errors. */
function reasonOf(act: Act, error: unknown, constraints: ConstraintProblems): Problem | undefined {
  const problem = error instanceof DatabaseError ? constraints[error.constraint ?? '']?.() : error;
  if (problem instanceof Problem) {
    if (problem.code === 'CANNOT_UNDO' || problem.code === 'FORBIDDEN') return problem;
    const { message, fields = [] } = problem.body(act.language);
    const reason = problem.code === 'VALIDATION' ? (fields[0]?.message ?? message) : message;
    return cannotUndo('CANNOT_UNDO', { reason });
  }
  return error instanceof DatabaseError && TAKEN.has(error.code ?? '') ? cannotUndo('UNDO_TAKEN') : undefined;
}
