/** How deletions in sales are undone. Cancelled packing lists, issued documents and credit notes are not undone. */
import { contract } from '@bobina/contract/contract.ts';
import type { Day } from '@bobina/contract/core/dates.ts';
import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import type { LoggedAct, Reversals } from '../../../platform/undo.ts';
import { draftInvoiceOfSeveral } from './draft-invoice.ts';
import { readPackingListIds } from './lock-invoice.ts';

export const invoiceReversals: Reversals = {
  'invoices.delete': { needs: contract.invoices.remove.needs, undo: draftAgain },
};

/** Creates a new draft of the same packing lists, with the notes and the typed due date of the deleted one. */
async function draftAgain(act: Act, logged: LoggedAct): Promise<void> {
  const { rows } = await sql<{ notes: string | null; due_date: Day | null; exchange_rate: number | null }>`
    select notes, case when due_date_typed then due_date end as due_date, exchange_rate::float8 as exchange_rate
    from invoices where id = ${logged.id}`.execute(act.tx);
  const packing_list_ids = await readPackingListIds(act.tx, logged.id);
  await draftInvoiceOfSeveral(act, { body: { ...rows[0]!, packing_list_ids } });
}
