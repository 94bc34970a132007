import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/**
 * The password of the cluster's superuser, 48 hex digits, in a file of mode 0600 beside the cluster. The first start
 * creates it; processes that start at once agree on one password.
 * @throws Error when the cluster exists without its file
 */
export function readOrCreateSecret(clusterDir: string): string {
  const file = `${clusterDir}.secret`;
  if (!fs.existsSync(file)) {
    if (fs.existsSync(path.join(clusterDir, 'PG_VERSION'))) {
      throw new Error(`${file} is missing: it holds the password of the database in ${clusterDir}`);
    }
    createSecret(file);
  }
  return fs.readFileSync(file, 'utf8').trim();
}

/**
 * The password of the server's role, in a file like the superuser's. It is created when missing, also beside a cluster of
 * an earlier release: every start sets the role's password to it.
 */
export function readOrCreateServerSecret(clusterDir: string): string {
  // Beside the cluster itself, where the superuser's is: the folder can be a link.
  const file = `${fs.realpathSync(clusterDir)}-server.secret`;
  if (!fs.existsSync(file)) createSecret(file);
  return fs.readFileSync(file, 'utf8').trim();
}

/** link() fails when the name exists, and the file is complete before it gets that name: no process reads half a secret. */
function createSecret(file: string): void {
  const draft = `${file}.${process.pid}`;
  fs.writeFileSync(draft, randomBytes(24).toString('hex'), { mode: 0o600 });
  try {
    fs.linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(draft);
  }
}
