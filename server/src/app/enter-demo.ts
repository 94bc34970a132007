import type { DemoCountry } from '../demo/country.ts';
import { loadDemo, type DemoUser } from '../demo/load-demo.ts';
import { readMailSettings } from '../platform/outbox/mail/mail-settings.ts';
import { createApp } from './create-app.ts';

/** Lets the demo company write mails. Nothing is delivered: no worker runs, and no mail stays waiting. */
const MAIL = readMailSettings('smtp://127.0.0.1:9', 'ufficio@bobina.example');

/**
 * Loads a demo company into a database that has its first user, through a separate server without a log: its requests
 * would flood the log. @returns its users with their passwords, or undefined when the database has products
 */
export async function enterDemo(databaseUrl: string, country?: DemoCountry): Promise<DemoUser[] | undefined> {
  const { server, db } = await createApp({ databaseUrl, mail: MAIL });
  try {
    return await loadDemo(server, db, country);
  } finally {
    await server.close();
  }
}
