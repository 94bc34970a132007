/**
 * The calls of runs with costs. Runs belong to production and the price list to purchasing, which do not import each other,
 * so costs are added here. Every act that changes a run writes the costs of the batches that it made.
 */
import { can, type Rights } from '@bobina/contract/core/permissions.ts';
import { toNumber } from '@bobina/contract/core/decimal.ts';
import type { productionOperations } from '@bobina/contract/production/operations.ts';
import type { Run, RunInput, runs } from '@bobina/contract/production/runs.ts';
import { sql } from 'kysely';
import { productionHandlers } from '../../areas/production/handlers.ts';
import {
  fixCostsOfRun,
  keepCostsOfRun,
  readRunCosts,
  releaseCostsOfRun,
  type InputCost,
} from '../../areas/production/runs/run-costs.ts';
import { withNeeds } from '../../areas/production/runs/run-needs.ts';
import { readRun } from '../../areas/production/runs/run-rows.ts';
import { readListPrices } from '../../areas/purchasing/pick-price.ts';
import type { Act } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { Handlers } from '../../platform/http/mount.ts';

const production = productionHandlers.runs;
const operations = productionHandlers.productionOperations;

export const runHandlers: Handlers<typeof runs> = {
  list: production.list,
  get: ({ id }, { db, user }) =>
    inSnapshot(db, async (tx) => withCost(tx, await withNeeds(tx, await readRun(tx, id), user), user)),
  start: async (input, act) => withCost(act.tx, await production.start(input, act), act.user),
  mount: async (input, act) => inputWithCost(act, await keeping(act, input.id, production.mount(input, act))),
  returnInput: async (input, act) =>
    inputWithCost(act, await keeping(act, input.id, production.returnInput(input, act))),
  removeInput: (input, act) => keeping(act, input.id, production.removeInput(input, act)),
  removeReturn: (input, act) => keeping(act, input.id, production.removeReturn(input, act)),
  addOutput: (input, act) => keeping(act, input.id, production.addOutput(input, act)),
  removeOutput: (input, act) => keeping(act, input.id, production.removeOutput(input, act)),
  addWaste: (input, act) => keeping(act, input.id, production.addWaste(input, act)),
  removeWaste: (input, act) => keeping(act, input.id, production.removeWaste(input, act)),
  end: async (input, act) => {
    const run = await production.end(input, act);
    // Fixed first: a batch that the run both made and used has one cost, which the batch keeps.
    await fixCostsOfRun(act, { run: input.id, readListPrices });
    await keepCostsOfRun(act, { run: input.id, readListPrices });
    return withCost(act.tx, run, act.user);
  },
  reopen: async (input, act) => {
    const run = await production.reopen(input, act);
    await releaseCostsOfRun(act, input.id);
    await keepCostsOfRun(act, { run: input.id, readListPrices });
    return withCost(act.tx, run, act.user);
  },
};

/** An operation can write, change and undo the output of a run. */
export const operationHandlers: Handlers<typeof productionOperations> = {
  list: operations.list,
  create: async (input, act) => {
    const done = await operations.create(input, act);
    await keepCostsOfOperation(act, done.id);
    return done;
  },
  update: async (input, act) => {
    const done = await operations.update(input, act);
    await keepCostsOfOperation(act, input.id);
    return done;
  },
  remove: async (input, act) => {
    const run = await runOfOperation(act, input.id);
    await operations.remove(input, act);
    if (run !== undefined) await keepCostsOfRun(act, { run, readListPrices });
  },
};

/** Writes the costs of a run after an act on it. */
async function keeping<T>(act: Act, run: number, done: T | Promise<T>): Promise<T> {
  const answer = await done;
  await keepCostsOfRun(act, { run, readListPrices });
  return answer;
}

async function keepCostsOfOperation(act: Act, operation: number): Promise<void> {
  const run = await runOfOperation(act, operation);
  if (run !== undefined) await keepCostsOfRun(act, { run, readListPrices });
}

async function runOfOperation({ tx }: Act, operation: number): Promise<number | undefined> {
  const { rows } = await sql<{ run_id: number }>`
    select run_id from run_outputs where operation_id = ${operation} and undone_at is null`.execute(tx);
  return rows[0]?.run_id;
}

/** Adds the cost and those of the inputs for callers who may read costs. */
async function withCost<R extends Run>(db: Db, run: R, user: Rights): Promise<R> {
  if (!can(user, 'costs.read')) return run;
  const { inputs, cost } = (await readRunCosts(db, { runs: [run.id], readListPrices })).get(run.id)!;
  return { ...run, inputs: run.inputs.map((input) => ({ ...input, ...shown(inputs.get(input.id)!) })), cost };
}

async function inputWithCost<I extends RunInput>(act: Act, input: I): Promise<I> {
  if (!act.may('costs.read')) return input;
  const { inputs } = (await readRunCosts(act.tx, { runs: [input.run_id], readListPrices })).get(input.run_id)!;
  return { ...input, ...shown(inputs.get(input.id)!) };
}

function shown({ unit_cost, cost_source }: InputCost) {
  return { unit_cost: unit_cost === null ? null : toNumber(unit_cost), cost_source };
}
