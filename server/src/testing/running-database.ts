import path from 'node:path';
import { EMBEDDED_USER } from '../platform/embedded-postgres/open-embedded.ts';
import { readPidFile } from '../platform/embedded-postgres/pid-file.ts';
import { readOrCreateSecret } from '../platform/embedded-postgres/secret.ts';

/** The bundled PostgreSQL that a server runs in its data folder, for tests that are to trouble it. @throws when none runs */
export function runningDatabase(dataDir: string): { pid: number; url: string } {
  const cluster = path.join(dataDir, 'postgres');
  const file = readPidFile(cluster);
  if (!file) throw new Error(`no PostgreSQL runs in ${cluster}`);
  const secret = readOrCreateSecret(cluster);
  return { pid: file.pid, url: `postgres://${EMBEDDED_USER}:${secret}@127.0.0.1:${file.port}/bobina` };
}
