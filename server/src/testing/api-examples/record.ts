import { createHash } from 'node:crypto';
import { createApp } from '../../app/create-app.ts';
import { createFirstAdmin } from '../../areas/identity/index.ts';
import { at } from '../../platform/clock.ts';
import { openSession } from '../../platform/sessions/sessions.ts';
import { TEST_MAIL } from '../api.ts';
import { createTestDatabase } from '../database.ts';
import type { ApiExample } from '../../platform/http/openapi.ts';
import { createRecorder } from './recorder.ts';
import { playScenario, SITE } from './scenario.ts';

/** Nobody listens there. */
const OIDC = {
  issuer: 'http://127.0.0.1:9',
  clientId: 'bobina',
  clientSecret: 'secret',
  groupsClaim: 'groups',
  name: 'Example',
};
const DAY = new Date('2026-03-02T08:00:00Z');

/** Plays the scenario on a separate database, on a fixed day. @returns the example of each call, by operation id */
export async function recordExamples(): Promise<Record<string, ApiExample>> {
  const database = await createTestDatabase();
  const logger = { level: 'error' };
  const { server, db } = await createApp({
    databaseUrl: database.url,
    validateAnswers: true,
    logger,
    mail: TEST_MAIL,
    publicUrl: SITE.origin,
    oidc: OIDC,
  });
  try {
    await createFirstAdmin(db, 'quattro-Bobine-7');
    const { token } = await openSession(db, 1);
    const { run, examples } = createRecorder(server, () => token);
    await at(DAY, () => playScenario(run));
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
    return examples;
  } finally {
    await server.close();
    await database.drop();
  }
}
