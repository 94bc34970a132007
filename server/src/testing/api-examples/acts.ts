/** The entries of the activity log that each call adds, as stored by `npm run api-examples`. */
import fs from 'node:fs';
import path from 'node:path';
import type { LoggedCall } from './recorder.ts';

/** The acts of each call, such as `create products`, by operation id: one text per different result. */
type Acts = Record<string, string[]>;

export const ACTS = path.join(import.meta.dirname, 'acts.json');

/** Reads the stored acts. */
export function readActs(): Acts {
  return JSON.parse(fs.readFileSync(ACTS, 'utf8')) as Acts;
}

/** Returns the acts of the recorded calls. A call that adds several entries has them in one text: `pay invoices, update payments`. */
export function actsOf(logged: readonly LoggedCall[]): Acts {
  const acts: Acts = {};
  for (const { call, activities } of logged) {
    const text = activities.map(({ action, entity_type }) => `${action} ${entity_type}`).join(', ');
    if (text !== '' && !acts[call]?.includes(text)) (acts[call] ??= []).push(text);
  }
  return acts;
}
