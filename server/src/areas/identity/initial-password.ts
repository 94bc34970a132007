/** The file with the generated password of an administrator in the data folder, and its removal. */
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Logger } from '../../platform/logger.ts';

const NAME = 'admin-password.txt';

interface Access {
  username: string;
  password: string;
}
/** The former password is unknown when it was forgotten. */
type FormerAccess = Pick<Access, 'username'> & Partial<Access>;
export interface InitialPassword {
  /** Removes the file when it holds this user's name or this former password. A failure is only logged. */
  changed(former: FormerAccess, log: Pick<Logger, 'warn'>): void;
}

/** Writes a generated password into a file of mode 0600. @returns its path */
export function writeInitialPassword(dataDir: string, { username, password }: Access): string {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, NAME);
  writeFileSync(file, `${username} ${password}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

/** Watches over the file of the initial password. @param dataDir the data folder; without it there is no file */
export function watchInitialPassword(dataDir: string | undefined): InitialPassword {
  return {
    changed: (former, log) => {
      if (dataDir === undefined) return;
      const file = path.join(dataDir, NAME);
      try {
        const line = readFileSync(file, 'utf8').trim();
        const isFormer = former.password !== undefined && line.endsWith(` ${former.password}`);
        if (line.startsWith(`${former.username} `) || isFormer) rmSync(file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
          log.warn({ err: error, file }, 'the file of the initial password was not removed');
      }
    },
  };
}
