import { REMINDER_STEPS, type Reminder } from '@bobina/contract/sales/receivables.ts';
import { api } from '../../../lib/api/api.ts';

type Step = (typeof REMINDER_STEPS)[number];
const LAST = REMINDER_STEPS.at(-1)!;

/** How a customer is reminded next. */
export interface NextReminder {
  step: Step;
  /** The reminder that was sent last; the step follows it. */
  sent: Reminder | undefined;
  /** Whether a draft waits already. */
  hasDraft: boolean;
}

/** Reads how a customer is reminded next: the step after the one that was sent last, and whether a draft waits already. */
export async function readNextReminder(customer_id: number): Promise<NextReminder> {
  const read = async (status: 'draft' | 'sent') =>
    (await api.reminders.list({ query: { customer_id, status, sort: '-day', limit: 1 } })).rows[0];
  const [draft, sent] = await Promise.all([read('draft'), read('sent')]);
  return { step: sent ? (Math.min(sent.step + 1, LAST) as Step) : 1, sent, hasDraft: draft !== undefined };
}
