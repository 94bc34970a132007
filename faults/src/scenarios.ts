/** Every scenario, in the order of the runs. */
import type { Scenario } from './scenario.ts';
import { extremes } from './scenarios/extremes.ts';
import { forbiddenFields } from './scenarios/forbidden-fields.ts';
import { forgedTokens } from './scenarios/forged-tokens.ts';
import { hostileInput } from './scenarios/hostile-input.ts';
import { slowClients } from './scenarios/slow-clients.ts';
import * as crashes from './scenarios/crashes.ts';
import * as nodes from './scenarios/nodes.ts';
import { numbers } from './scenarios/numbers.ts';
import { ha } from './scenarios/ha.ts';
import { chain } from './scenarios/chain.ts';
import { pairs } from './scenarios/pairs.ts';
import { behindNginx } from './scenarios/proxy.ts';
import { rollingUpgrade } from './scenarios/rolling-upgrade.ts';
import * as races from './scenarios/races.ts';
import * as upkeep from './scenarios/upkeep.ts';

export const SCENARIOS: readonly Scenario[] = [
  crashes.serverKilled,
  crashes.databaseKilled,
  crashes.databaseRestarted,
  crashes.databaseBlackholed,
  crashes.diskFull,
  crashes.connectionsExhausted,
  races.idempotencyStorm,
  numbers,
  races.drain,
  pairs,
  chain,
  nodes.startedTogether,
  nodes.nodes,
  nodes.replica,
  behindNginx,
  ha,
  upkeep.upgrade,
  rollingUpgrade,
  upkeep.backupUnderLoad,
  upkeep.backupOfAMillion,
  hostileInput,
  extremes,
  forgedTokens,
  forbiddenFields,
  slowClients,
];
