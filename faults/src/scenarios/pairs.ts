/** Runs every pair of business acts concurrently on the same objects. */
import { ROLES, type Role } from '@bobina/contract/core/permissions.ts';
import { Client as Database } from 'pg';
import { FULL_COMPANY } from '../../../server/src/testing/invoiced.ts';
import { clientOf } from '../client.ts';
import { completeCompany } from '../company.ts';
import { makeCaller } from '../attacks/world.ts';
import { FAST, verify } from '../fast.ts';
import { startNode } from '../node.ts';
import { Copies } from '../pairs/copies.ts';
import { dice } from '../pairs/dice.ts';
import { Gate } from '../pairs/gate.ts';
import { findBroken } from '../pairs/invariants.ts';
import { roundName, play, type Ground, type Round } from '../pairs/round.ts';
import { Maker, type Act, type Cell, type Scene } from '../pairs/scene.ts';
import { CRAFT_SCENES, SCENES } from '../pairs/scenes.ts';
import { withoutLocks } from '../pairs/unlocked.ts';
import { makeDatabase, makeFolder, startCluster } from '../places.ts';
import { hold, type Scenario, type Stage } from '../scenario.ts';

const SERVERS = 3;
/** Number of rounds between two checks of the whole database. */
const LOOK_EVERY = 50;
const PLAIN = { versioned: false, sameKey: false, gated: true, servers: [0, 1] };

function pick<T>(roll: () => number, from: readonly T[]): T {
  return from[Math.floor(roll() * from.length)]!;
}

function pairsOf({ acts }: Scene): Act[][] {
  return acts.flatMap((one, at) => acts.slice(at).map((other) => [one, other]));
}

/** One round for every two acts of the scenes of reels and runs, one after the other in their lists. */
function roundsOfCraft(): Round[] {
  return CRAFT_SCENES.flatMap((scene) =>
    scene.acts.flatMap((act, at) =>
      at % 2 === 1 ? [] : [{ ...PLAIN, scene, acts: [act, scene.acts[at + 1] ?? scene.acts[0]!] }],
    ),
  );
}

/** Whether a scene is selected. @param only parts of names, separated by commas; all scenes when absent */
function isAmong(only: string | undefined) {
  return ({ name }: Scene) => (only ?? '').split(',').some((part) => name.includes(part));
}

/** Every pair of each scene in seeded random order; one in seven gets a third act. @param only parts of the scenes' names */
function roundsOf(seed: number, only?: string): Round[] {
  const roll = dice(seed);
  const all = SCENES.filter(isAmong(only)).flatMap((scene) =>
    pairsOf(scene)
      .filter(() => roll() < ((only === undefined && scene.share) || 1))
      .map((acts) => ({ scene, acts, at: roll() })),
  );
  return all
    .toSorted((a, b) => a.at - b.at)
    .map(({ scene, acts }) => {
      const alike = acts[0] === acts[1];
      const more = roll() < 1 / 7 ? [alike ? acts[0]! : pick(roll, scene.acts)] : [];
      const raced = [...acts, ...more];
      return {
        scene,
        acts: raced,
        versioned: roll() < 0.5,
        sameKey: alike && roll() < 0.5,
        gated: roll() < 0.7,
        servers: raced.map(() => Math.floor(roll() * SERVERS)),
      };
    });
}

async function openGround(stage: Stage): Promise<Ground & { databaseUrl: string }> {
  const cluster = await startCluster(stage, { ...FAST, deadlock_timeout: '200ms', track_commit_timestamp: 'on' });
  const databaseUrl = await makeDatabase(cluster, 'pairs');
  const wire = stage.broken ? await withoutLocks(stage, databaseUrl) : databaseUrl;
  const start = () => startNode(stage, { dataDir: makeFolder(stage), databaseUrl: wire, unsafe: true });
  const nodes = [await start(), ...(await Promise.all(Array.from({ length: SERVERS - 1 }, start)))];
  const tokens = {} as Record<Role, string>;
  for (const role of ROLES) tokens[role] = (await makeCaller(databaseUrl, role)).token;
  const admin = clientOf(nodes[0]!.url, tokens.admin);
  await completeCompany(admin);
  // With these data an invoice has its electronic file, its bank slips and its mail to the Sistema di Interscambio.
  await admin.send('PUT', '/company', { ...FULL_COMPANY, sia_code: 'A1B2C', creditor_id: 'IT66ZZZA1B2C3D4E5F6G7H8' });
  await admin.send('PUT', '/settings', { sdi_channel: 'pec', sdi_pec: 'sdi01@pec.example' });
  await admin.make('/vat-codes', { code: 'N3.5', rate: 0, natura: 'N3.5', description: "Dichiarazione d'intento" });
  await admin.make('/vat-codes', { code: '4', rate: 4, description: 'IVA ridotta' });
  const database = new Database(databaseUrl);
  await database.connect();
  stage.defer(() => database.end());
  const copies = await Copies.build(database);
  const build = (scene: Scene) => scene.build(new Maker(admin, databaseUrl));
  const templates = new Map<Scene, () => Promise<Cell>>();
  for (const scene of stage.craft ? CRAFT_SCENES : SCENES.filter(isAmong(stage.scene)))
    templates.set(scene, scene.isBuiltAnew ? () => build(scene) : await copies.template(() => build(scene)));
  const cellOf = (scene: Scene) => templates.get(scene)!();
  return { databaseUrl, database, cellOf, nodes, tokens, admin, gate: await Gate.build(stage, databaseUrl) };
}

export const pairs: Scenario = {
  name: 'pairs',
  promise:
    'every pair of business acts, and some triples, run concurrently on the same rows by several roles over 3 servers: answers and final state equal those of a serial order',
  control: 'row locks are removed from the statements on their way to the database',
  short: true,
  run: async (stage) => {
    const ground = await openGround(stage);
    const all = stage.craft ? roundsOfCraft() : roundsOf(stage.seed, stage.scene);
    const rounds = all.slice(0, stage.runs ?? (stage.short && !stage.craft ? 40 : all.length));
    const faults: string[] = [];
    const outcomes = new Map<string, number>();
    const look = async () => {
      for (const broken of await findBroken(ground.database)) faults.push(broken);
    };
    for (const [at, round] of rounds.entries()) {
      const { fault, answers } = await play(ground, round, stage.accepted);
      if (fault) faults.push(`${roundName(round)}: ${fault}`);
      for (const answer of answers) outcomes.set(answer, (outcomes.get(answer) ?? 0) + 1);
      if (at % LOOK_EVERY === LOOK_EVERY - 1) await look();
      // Stops at the first fault unless a number of rounds is given.
      if (faults.length > 0 && stage.runs === undefined) break;
    }
    await look();
    const { rows: deadlocks } = await ground.database.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    );
    stage.figure('seed', stage.seed);
    stage.figure('rounds', `${rounds.length} of ${all.length}`);
    stage.figure('answers', [...outcomes].map(([outcome, times]) => `${times} × ${outcome}`).join(', '));
    stage.figure('deadlocks, resolved by a retry', deadlocks[0]!.deadlocks);
    const logged =
      ground.nodes
        .map(({ output }) => output)
        .join('')
        .match(/^.*"level":50.*$|^.*ERROR.*$/gm) ?? [];
    hold(faults.length === 0, `${faults.length} times: ${faults.join('\n')}\n${logged.slice(0, 5).join('\n')}`);
    if (!stage.broken) await verify(ground.databaseUrl);
  },
};
