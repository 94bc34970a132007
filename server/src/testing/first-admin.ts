import type { App } from '../app/create-app.ts';
import { hashPassword } from '../areas/identity/passwords.ts';
import { openSession } from '../platform/sessions/sessions.ts';
import { PASSWORD, sessionOf, type Session } from './api.ts';

/** Creates the user `admin` in an empty database and opens a session for it. @param url the address of the app */
export async function createFirstAdmin(app: App, url: string): Promise<Session> {
  const { id } = await app.db
    .insertInto('users')
    .values({ username: 'admin', name: 'Admin', role: 'admin', password_hash: await hashPassword(PASSWORD) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return sessionOf(url, (await openSession(app.db, id)).token, id);
}
