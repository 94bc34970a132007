import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../app/create-app.ts';
import { createFirstAdmin } from '../../areas/identity/index.ts';
import { writeDeliveries } from '../../app/programs/write-deliveries.ts';
import { sealQueue } from '../../platform/chain/seal.ts';
import { at } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import { readNetworks } from '../../platform/networks.ts';
import { webhookDeliverer } from '../../platform/outbox/webhook/deliver-webhook.ts';
import { createOutboxWorker } from '../../platform/outbox/worker.ts';
import { openSession } from '../../platform/sessions/sessions.ts';
import { TEST_MAIL } from '../api.ts';
import { createTestDatabase } from '../database.ts';
import type { ApiExample } from '../../platform/http/openapi.ts';
import { createRecorder, type LoggedActivity, type LoggedCall } from './recorder.ts';
import { playScenario, SITE } from './scenario.ts';

/** No server listens there. */
const OIDC = {
  issuer: 'http://127.0.0.1:9',
  clientId: 'bobina',
  clientSecret: 'secret',
  groupsClaim: 'groups',
  name: 'Example',
};
const DAY = new Date('2026-03-02T08:00:00Z');

/**
 * Plays the scenario on a separate database, on a fixed day. @returns the example of each call, by operation id, and
 * the entries of the activity log that each call added
 */
export async function recordCalls(): Promise<{ examples: Record<string, ApiExample>; logged: LoggedCall[] }> {
  const database = await createTestDatabase();
  const logger = { level: 'error' };
  const program = await startRefusing();
  const networks = readNetworks('127.0.0.1');
  const { server, db } = await createApp({
    databaseUrl: database.url,
    validateAnswers: true,
    logger,
    mail: TEST_MAIL,
    publicUrl: SITE.origin,
    oidc: OIDC,
    networks,
  });
  const worker = createOutboxWorker({
    db,
    announce: () => {},
    log: console,
    deliverers: { webhook: webhookDeliverer(db, networks) },
  });
  try {
    await createFirstAdmin(db, 'quattro-Bobine-7');
    const { token } = await openSession(db, 1);
    const { run, follow, examples, logged } = createRecorder(server, {
      token: () => token,
      newActivities: activityReader(db),
    });
    const deliver = async () => {
      await seal(db);
      await worker.round();
    };
    await at(DAY, () => playScenario({ run, follow, refusing: program.url, deliver }));
    // The token of a mailed link is nowhere but in the mail.
    const mailed = 'a-token-of-a-mail';
    const token_hash = createHash('sha256').update(mailed).digest();
    await db.insertInto('password_resets').values({ token_hash, user_id: 1 }).execute();
    await run('auth.resetPassword', { body: { token: mailed, new_password: 'sette-Bobine-9' } });
    await run('auth.oidcStart');
    await run('auth.oidcCallback', { query: { state: 'state-of-the-start', code: 'code-of-the-provider' } });
    const ticket = 'a-ticket-of-the-callback';
    const person = { issuer: OIDC.issuer, subject: '248289761001', username: 'j.doe', name: 'Jane Doe' };
    await db
      .insertInto('oidc_tickets')
      .values({ ticket_hash: createHash('sha256').update(ticket).digest(), ...person, groups: ['office'] })
      .execute();
    await db
      .updateTable('settings')
      .set({ oidc_roles: JSON.stringify([{ group: 'office', role: 'orders' }]) })
      .execute();
    await run('auth.oidcSignIn', { body: { ticket } });
    return { examples, logged };
  } finally {
    await server.close();
    program.close();
    await database.drop();
  }
}

/** Returns a function that reads the entries of the activity log since its last call, oldest first. */
function activityReader(db: Db): () => Promise<LoggedActivity[]> {
  let last = 0;
  return async () => {
    const rows = await db
      .selectFrom('activities')
      .select(['id', 'user_id', 'action', 'entity_type', 'entity_id', 'details', 'created_at'])
      .where('id', '>', last)
      .orderBy('id')
      .execute();
    last = rows.at(-1)?.id ?? last;
    return rows;
  };
}

/** Starts a program that answers 503 to each delivery. */
async function startRefusing() {
  const program = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(503).end());
  });
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(program.address() as AddressInfo).port}/bobina`, close: () => program.close() };
}

/** Seals the acts and writes their deliveries, as a server does each second. */
async function seal(db: Db): Promise<void> {
  await sealQueue(db, async (tx, links) => void (await writeDeliveries(tx, links)));
}
