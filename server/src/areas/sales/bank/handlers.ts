import type { bank, bankSlips, SlipKind } from '@bobina/contract/sales/bank.ts';
import { now } from '../../../platform/clock.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import type { Reading } from '../../../platform/context.ts';
import { FileAnswer } from '../../../platform/http/file-answer.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { companyToday } from '../../registry/index.ts';
import { createSlip, deleteSlip } from './create-slip.ts';
import { listBankInstalments, readForFile } from './due-items.ts';
import { setSlipState } from './set-slip-state.ts';
import { listSlips, readSlip, readSlipFile } from './slip-rows.ts';
import { bankFileName, bankFileType, writeBankFile } from './write-file.ts';

export const bankHandlers: Handlers<typeof bank> = {
  instalments: ({ query }, { db, language }) =>
    inSnapshot(db, async (tx) => listBankInstalments(tx, { ...query, language, today: await companyToday(tx) })),
  riba: (input, reading) => previewFile('riba', input, reading),
  pain008: (input, reading) => previewFile('pain008', input, reading),
  pain001: (input, reading) => previewFile('pain001', input, reading),
};

export const bankSlipHandlers: Handlers<typeof bankSlips> = {
  list: (input, reading) => listSlips(reading, input),
  get: ({ id }, { db }) => readSlip(db, id),
  file: async ({ id }, { db }) => {
    const { kind, file_name, content } = await readSlipFile(db, id);
    return new FileAnswer(bankFileType(kind), file_name, content, 'attachment');
  },
  create: (input, act) => createSlip(act, input),
  setState: (input, act) => setSlipState(act, input),
  remove: ({ id }, act) => deleteSlip(act, id),
};

/** Writes a file of the open items; nothing is stored. */
async function previewFile(kind: SlipKind, { query }: HandlerInput<typeof bank.riba>, { db }: Reading) {
  const created = now();
  const content = await inSnapshot(db, async (tx) => {
    const today = await companyToday(tx);
    const { company, items } = await readForFile(tx, { kind, ...query, today });
    // Seconds since 2020 in base 36: unique to the second.
    const reference = `P${Math.floor((created.getTime() - Date.UTC(2020, 0)) / 1000).toString(36)}`.toUpperCase();
    return writeBankFile({ kind, company, reference, created, today, items });
  });
  const stamp = created.toISOString().slice(0, 19).replace(/[-:]/g, '');
  return new FileAnswer(bankFileType(kind), bankFileName(kind, stamp), content, 'attachment');
}
