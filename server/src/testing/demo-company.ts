import { createApp } from '../app/create-app.ts';
import { loadDemo } from '../demo/load-demo.ts';

/** Loads the demo company into the database of a running test server. The database must have no products. */
export async function loadDemoCompany(databaseUrl: string): Promise<void> {
  const { server, db } = await createApp({ databaseUrl });
  try {
    await loadDemo(server, db);
  } finally {
    await server.close();
  }
}
