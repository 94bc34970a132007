import path from 'node:path';
import { findPrimary } from '../platform/database/hosts.ts';
import { openEmbedded } from '../platform/embedded-postgres/open-embedded.ts';
import type { Environment } from './environment.ts';

/**
 * Opens the database for a command: that of the running server, past a pooler and on the host that accepts writes, or an
 * embedded one started for the command.
 */
export async function openDatabase({
  databaseUrl,
  directUrl = databaseUrl,
  dataDir,
}: Pick<Environment, 'databaseUrl' | 'directUrl' | 'dataDir'>): Promise<{ url: string; stop(): Promise<void> }> {
  return directUrl
    ? { url: await findPrimary(directUrl), stop: async () => {} }
    : openEmbedded({ dataDir: path.join(dataDir, 'postgres'), database: 'bobina' });
}
