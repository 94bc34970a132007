/** Saved views of lists. */
import { sql, type SqlBool } from 'kysely';
import { contract } from '@bobina/contract/contract.ts';
import type { Contract, Needs } from '@bobina/contract/core/endpoint.ts';
import { can, type Rights, type Role } from '@bobina/contract/core/permissions.ts';
import type { View, views } from '@bobina/contract/identity/views.ts';
import type { Act, Caller } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import {
  AUDIT,
  changeOne,
  createOne,
  deleteOne,
  lockOne,
  registerRows,
  type MasterData,
} from '../../platform/master-data.ts';
import { invalid, Problem } from '../../platform/problem.ts';

const VIEWS: List<SortOf<typeof views.list>> = {
  columns: { name: text('t.name'), list: value('t.list') },
  order: 'name',
};

export const viewHandlers: Handlers<typeof views> = {
  list: ({ query }, reading) => {
    const { user } = reading;
    let rows = viewRows(reading.db, user)
      .where(sql<SqlBool>`(t.user_id = ${user.id} or t.shared_with_role = ${user.role})`)
      .where(sql<SqlBool>`t.list = any(${readableLists(user)})`);
    if (query.list !== undefined) {
      requireList(query.list);
      rows = rows.where('t.list', '=', query.list);
    }
    return page(reading, rows, query, VIEWS);
  },
  create: ({ body }, act) => createView(act, body),
  update: (input, act) => updateView(act, input),
  remove: async ({ id }, act) => {
    await lockViews(act.tx, act.user.id);
    const entity = ownViews(act.user);
    await deleteOne(act, entity, await lockOne(act, entity, id));
  },
};

/** Deletes all views of a user. The caller holds the lock of the user, which excludes the acts of that user. */
export async function deleteViewsOf(act: Act, userId: number): Promise<void> {
  const { numUpdatedRows } = await act.tx
    .updateTable('views')
    .set({ deleted_at: sql`now()`, deleted_by: act.user.id })
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) act.changed('views');
}

/**
 * Serialises the changes of one user's views, by an advisory lock that is taken before any row. Without it, two
 * concurrent start views would wait for each other, or both be inserted.
 */
export async function lockViews(tx: Tx, userId: number) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`views ${userId}`}, 0))`.execute(tx);
}

async function createView(act: Act, body: HandlerInput<typeof views.create>['body']) {
  const needs = requireList(body.list);
  if (!mayRead(act.user, needs)) throw new Problem('FORBIDDEN');
  await lockViews(act.tx, act.user.id);
  if (body.is_start) await clearStart(act, body.list);
  return createOne(act, ownViews(act.user), { ...body, user_id: act.user.id });
}

async function updateView(act: Act, { id, body, version }: HandlerInput<typeof views.update>) {
  await lockViews(act.tx, act.user.id);
  const entity = ownViews(act.user);
  const before = await lockOne(act, entity, id, version);
  if (body.is_start && !before.is_start) await clearStart(act, before.list);
  return changeOne(act, entity, before, body);
}

/** Takes the mark from the caller's start view of a list. */
async function clearStart(act: Act, list: string) {
  const cleared = await act.tx
    .updateTable('views')
    .set({
      is_start: false,
      version: sql<number>`version + 1`,
      modified_at: sql<string>`now()`,
      modified_by: act.user.id,
    })
    .where('user_id', '=', act.user.id)
    .where('list', '=', list)
    .where('is_start', '=', true)
    .where('deleted_at', 'is', null)
    .returning(['id', 'version'])
    .execute();
  for (const { id, version } of cleared) act.changed('views', id, version);
}

/** The views of the caller as an entity: a view of another user is not found. */
function ownViews(user: Caller): MasterData<View, 'views'> {
  return {
    name: 'views',
    table: 'views',
    one: (db, id, lock) => {
      const row = viewRows(db, user)
        .where('t.user_id', '=', user.id)
        .where(sql<SqlBool>`t.id = ${id}`);
      return (lock ? row.forUpdate('t') : row).executeTakeFirst();
    },
    label: ({ list, name }) => `${list}: ${name}`,
  };
}

/** Selects views as the caller sees them. The start view of another user is not the caller's. */
function viewRows(db: Db, user: Caller) {
  const isOwn = sql<boolean>`t.user_id = ${user.id}`;
  return registerRows(db, 'views')
    .select(['t.id', 't.list', 't.name', ...AUDIT])
    .select([
      sql<Role | null>`t.shared_with_role`.as('shared_with_role'),
      sql<boolean>`t.is_start and ${isOwn}`.as('is_start'),
      isOwn.as('is_own'),
      sql<View['state']>`t.state`.as('state'),
    ]);
}

/**
 * The lists of the contract whose path has no parameters: names as in `views.list`, with the needs of their calls. The
 * valuation answers all of its rows at once.
 */
const LISTS: ReadonlyMap<string, Needs> = new Map(
  Object.values(contract as Record<string, Contract>)
    .flatMap((rows) => Object.values(rows))
    .filter((row) => (row.paged || row === contract.valuation.get) && !row.path.includes('{'))
    .map(({ path, needs }) => [path.slice(1), needs]),
);

/** Returns the capability that a list needs. @throws VALIDATION when the contract has no such list */
function requireList(list: string): Needs {
  const needs = LISTS.get(list);
  if (needs === undefined) throw invalid('list', 'enum');
  return needs;
}

function readableLists(user: Rights): string[] {
  return [...LISTS].filter(([, needs]) => mayRead(user, needs)).map(([list]) => list);
}

function mayRead(user: Rights, needs: Needs): boolean {
  return needs === 'signed-in' || needs === 'public' || can(user, needs);
}
