import type { runs } from '@bobina/contract/production/runs.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { listRuns, readRun } from './run-rows.ts';
import { startRun } from './start-run.ts';

export const runHandlers: Handlers<typeof runs> = {
  list: (input, reading) => listRuns(reading, input),
  get: ({ id }, { db }) => readRun(db, id),
  start: ({ body }, act) => startRun(act, body),
  mount: () => Promise.reject(new Error('not built yet')),
  returnInput: () => Promise.reject(new Error('not built yet')),
  removeInput: () => Promise.reject(new Error('not built yet')),
  removeReturn: () => Promise.reject(new Error('not built yet')),
  addOutput: () => Promise.reject(new Error('not built yet')),
  removeOutput: () => Promise.reject(new Error('not built yet')),
  addWaste: () => Promise.reject(new Error('not built yet')),
  removeWaste: () => Promise.reject(new Error('not built yet')),
  end: () => Promise.reject(new Error('not built yet')),
  reopen: () => Promise.reject(new Error('not built yet')),
};
