import type { runs } from '@bobina/contract/production/runs.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { endRun, reopenRun } from './end-run.ts';
import { mountBatch } from './mount-batch.ts';
import { recordOutput } from './record-output.ts';
import { recordWaste, removeWaste } from './record-waste.ts';
import { removeOutput } from './remove-output.ts';
import { removeInput, removeReturn, returnInput } from './return-input.ts';
import { listRuns, readRun } from './run-rows.ts';
import { startRun } from './start-run.ts';

export const runHandlers: Handlers<typeof runs> = {
  list: (input, reading) => listRuns(reading, input),
  get: ({ id }, { db }) => readRun(db, id),
  start: ({ body }, act) => startRun(act, body),
  mount: ({ id, body }, act) => mountBatch(act, { id, body }),
  returnInput: (input, act) => returnInput(act, input),
  removeInput: (input, act) => removeInput(act, input),
  removeReturn: (input, act) => removeReturn(act, input),
  addOutput: ({ id, body }, act) => recordOutput(act, { id, body }),
  removeOutput: (input, act) => removeOutput(act, input),
  addWaste: ({ id, body }, act) => recordWaste(act, { id, body }),
  removeWaste: (input, act) => removeWaste(act, input),
  end: (input, act) => endRun(act, input),
  reopen: ({ id }, act) => reopenRun(act, id),
};
