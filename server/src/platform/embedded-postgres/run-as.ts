import fs from 'node:fs';
import path from 'node:path';

/** Spawn options: empty when PostgreSQL runs as the current user. */
export interface RunAs {
  uid?: number;
  gid?: number;
}

/**
 * Chooses the user for PostgreSQL, which refuses to run as root. A root process uses the cluster's present owner, else
 * the user named by PG_EMBEDDED_USER, else `postgres`, else `nobody`.
 * @throws Error when the cluster belongs to a user that this process cannot switch to
 */
export function chooseUser(clusterDir: string): RunAs {
  const uid = process.getuid?.();
  if (uid === undefined) return {}; // Windows
  const owner = fs.statSync(clusterDir, { throwIfNoEntry: false });
  if (uid !== 0) {
    if (owner && owner.uid !== uid) {
      throw new Error(
        `${clusterDir} belongs to user ${owner.uid}, this process is ${uid}: run as that user, or choose another DATA_DIR`,
      );
    }
    return {};
  }
  if (owner && owner.uid !== 0 && fs.existsSync(path.join(clusterDir, 'PG_VERSION'))) {
    return { uid: owner.uid, gid: owner.gid };
  }
  return findUnprivilegedUser();
}

function findUnprivilegedUser(): RunAs {
  const rows = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of [process.env.PG_EMBEDDED_USER, 'postgres', 'nobody']) {
    const row = name ? rows.find((fields) => fields[0] === name) : undefined;
    if (row) return { uid: Number(row[2]), gid: Number(row[3]) };
  }
  throw new Error(
    'running as root, and no unprivileged user found: create one (useradd --system bobina), or set DATABASE_URL',
  );
}
