import path from 'node:path';
import { openEmbedded } from '../platform/embedded-postgres/open-embedded.ts';
import type { Environment } from './environment.ts';

/** Opens the database for a command: that of the running server, or an embedded one started for the command. */
export async function openDatabase({
  databaseUrl,
  dataDir,
}: Pick<Environment, 'databaseUrl' | 'dataDir'>): Promise<{ url: string; stop(): Promise<void> }> {
  return databaseUrl
    ? { url: databaseUrl, stop: async () => {} }
    : openEmbedded({ dataDir: path.join(dataDir, 'postgres'), database: 'bobina' });
}
