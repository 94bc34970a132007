import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const SOURCE = path.join(import.meta.dirname, '../src');

/** Files below `src`, by their path there. */
export function filesOf(pattern: RegExp): { file: string; text: string }[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file))
    .map((file) => ({ file: file.split(path.sep).join('/'), text: readFileSync(path.join(SOURCE, file), 'utf8') }));
}
