import type { receivables, reminders } from '@bobina/contract/sales/receivables.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import { FileAnswer } from '../../../platform/http/file-answer.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { printInThread } from '../documents/print/printer.ts';
import { listAging, sumAging } from './aging.ts';
import {
  createReminder,
  deleteReminder,
  listReminders,
  readReminder,
  readReminderReport,
  sendReminder,
} from './reminders.ts';
import { readStatement } from './statement.ts';

export const receivableHandlers: Handlers<typeof receivables> = {
  aging: (input, reading) => inSnapshot(reading.db, (db) => listAging({ ...reading, db }, input)),
  agingTotals: (input, reading) => inSnapshot(reading.db, (db) => sumAging({ ...reading, db }, input)),
  statement: async ({ id, query, accept }, { db, user }) => {
    const report = await inSnapshot(db, (tx) => readStatement(tx, { id, ...query }));
    if ((query.format ?? (accept === 'application/pdf' ? 'pdf' : 'json')) === 'json') return report;
    const pdf = await printInThread({ kind: 'statement', report }, user.id);
    return new FileAnswer('application/pdf', `statement-${id}-${report.to}.pdf`, pdf, 'inline');
  },
};

export const reminderHandlers: Handlers<typeof reminders> = {
  list: (input, reading) => listReminders(reading, input),
  get: ({ id }, { db }) => inSnapshot(db, (tx) => readReminder(tx, id)),
  create: (input, act) => createReminder(act, input),
  send: (input, act) => sendReminder(act, input),
  remove: ({ id }, act) => deleteReminder(act, id),
  report: async ({ id, query, accept }, { db, user }) => {
    const report = await inSnapshot(db, (tx) => readReminderReport(tx, { id, lang: query.lang }));
    if ((query.format ?? (accept === 'application/pdf' ? 'pdf' : 'json')) === 'json') return report;
    const pdf = await printInThread({ kind: 'reminder', report }, user.id);
    return new FileAnswer('application/pdf', `reminder-${id}.pdf`, pdf, 'inline');
  },
};
