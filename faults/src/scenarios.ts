/** Every promise that is tried, in the order of the runs. */
import type { Scenario } from './scenario.ts';
import * as crashes from './scenarios/crashes.ts';
import * as races from './scenarios/races.ts';

export const SCENARIOS: readonly Scenario[] = [
  crashes.serverKilled,
  crashes.databaseKilled,
  crashes.databaseRestarted,
  crashes.databaseBlackholed,
  crashes.diskFull,
  races.idempotencyStorm,
  races.numbers,
  races.drain,
];
