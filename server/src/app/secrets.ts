import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes generated passwords into a file of mode 0600 in the data folder. @returns its path */
export function writeSecret(dataDir: string, name: string, lines: readonly string[]): string {
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, name);
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}
