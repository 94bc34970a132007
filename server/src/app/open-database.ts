import path from 'node:path';
import { openEmbedded } from '../platform/embedded-postgres/open-embedded.ts';
import type { Environment } from './environment.ts';

/** For commands: the database of a server that runs, or else started for the while. */
export async function openDatabase({
  databaseUrl,
  dataDir,
}: Pick<Environment, 'databaseUrl' | 'dataDir'>): Promise<{ url: string; stop(): Promise<void> }> {
  return databaseUrl
    ? { url: databaseUrl, stop: async () => {} }
    : openEmbedded({ dataDir: path.join(dataDir, 'postgres'), database: 'bobina' });
}
