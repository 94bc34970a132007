/** The folder of files that are being uploaded. */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export interface UploadFolder {
  /** A path for a new file. */
  newPath(): string;
  /** Removes a file of the folder, if it exists. */
  remove(file: string): Promise<void>;
  close(): void;
}

/** No upload takes longer, so an older file is a leftover. */
const LONGEST_MS = 20 * 60_000;

/**
 * Opens the folder `uploads` of the installation's data, and removes what earlier servers left there. Without a data
 * folder it is a new temporary folder, which is removed at the end.
 */
export function openUploadFolder(dataDir: string | undefined): UploadFolder {
  const folder =
    dataDir === undefined ? fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-uploads-')) : path.join(dataDir, 'uploads');
  removeLeftovers(folder);
  return {
    newPath: () => path.join(folder, `${process.pid}-${randomUUID()}`),
    remove: (file) => fs.promises.rm(file, { force: true }),
    close: () => {
      if (dataDir === undefined) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Another server of the same installation may be receiving files there: those of living processes stay. */
function removeLeftovers(folder: string): void {
  if (!fs.existsSync(folder)) return;
  for (const name of fs.readdirSync(folder)) {
    const file = path.join(folder, name);
    const pid = Number(/^(\d+)-/.exec(name)?.[1]);
    const age = Date.now() - (fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (!pid || pid === process.pid || age > LONGEST_MS || !isAlive(pid))
      fs.rmSync(file, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
