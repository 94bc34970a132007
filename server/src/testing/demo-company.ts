/** The demo company in test databases, for pictures of the screens. */
import { createFirstAdmin } from '../areas/identity/index.ts';
import { createApp } from '../app/create-app.ts';
import { enterDemo } from '../app/enter-demo.ts';
import { PASSWORD, sessionOf, type Session } from './api.ts';
import { createTestDatabase } from './database.ts';

export interface DemoCompany {
  url: string;
  /** Session of the first administrator. */
  admin: Session;
  close(): Promise<void>;
}

/** Starts a server on a free port over a new database with the demo company. `close` stops it and drops the database. */
export async function startDemoCompany(): Promise<DemoCompany> {
  const database = await createTestDatabase();
  const { server, db } = await createApp({ databaseUrl: database.url });
  await createFirstAdmin(db, PASSWORD);
  await enterDemo(database.url);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const { token, user } = await signIn(url, PASSWORD);
  return {
    url,
    admin: sessionOf(url, token, user.id),
    close: async () => {
      await server.close();
      await database.drop();
    },
  };
}

/** Loads the demo company into a database that has its first user and no products. */
export async function loadDemoCompany(databaseUrl: string): Promise<void> {
  await enterDemo(databaseUrl);
}

async function signIn(url: string, password: string): Promise<{ token: string; user: { id: number } }> {
  const { body } = await sessionOf(url, null).post('/auth/login', { username: 'admin', password });
  return body;
}
