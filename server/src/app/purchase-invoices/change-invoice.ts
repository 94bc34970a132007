/** The acts on a purchase invoice: match, dispute, deletion. */
import { sql } from 'kysely';
import type { PurchaseInvoice, purchaseInvoices } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { checkReference } from '../../areas/registry/references.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { FieldChecks, Problem } from '../../platform/problem.ts';
import { checkTypedLines } from './check-lines.ts';
import { lockPurchaseInvoice, nameOfPurchaseInvoice, readPurchaseInvoice } from './invoice-rows.ts';
import { freeLines, learnCodes, matchPurchaseLines, writeCosts } from './match-lines.ts';

/** Sets products and receipts of lines and matches the others again. @throws VALIDATION, INVALID_TRANSITION, STALE_VERSION */
export async function matchInvoiceLines(
  act: Act,
  { id, body, version }: HandlerInput<typeof purchaseInvoices.match>,
): Promise<PurchaseInvoice> {
  const before = await lockPurchaseInvoice(act, id, version);
  const supplier = body.supplier_id ?? before.supplier_id;
  if (supplier !== before.supplier_id && before.status === 'accepted') throw new Problem('INVALID_TRANSITION');
  const checks = new FieldChecks();
  if (supplier !== before.supplier_id)
    await checkReference(act, checks, { table: 'suppliers', id: supplier, path: 'supplier_id' });
  const ids = new Set(before.lines.map((line) => line.id));
  for (const [at, line] of body.lines.entries()) if (!ids.has(line.id)) checks.add(`lines.${at}.id`, 'unknown');
  await checkTypedLines(act, checks, { supplier, lines: body.lines });
  checks.done();
  if (supplier !== before.supplier_id) {
    // The earlier choices belong to the other supplier.
    await freeLines(act.tx, id);
    await sql`
      update purchase_invoice_lines set product_id = null, is_confirmed = false where purchase_invoice_id = ${id}`.execute(
      act.tx,
    );
    await sql`update purchase_invoices set supplier_id = ${supplier} where id = ${id}`.execute(act.tx);
  }
  const chosen = body.lines.map((line) => ({
    id: line.id,
    product_id: line.product_id ?? null,
    receipt_item_id: line.receipt_item_id ?? null,
  }));
  await sql`
    update purchase_invoice_lines l
    set product_id = c.product_id, receipt_item_id = c.receipt_item_id, matched_quantity = 0, is_confirmed = true
    from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb) as c (id integer, product_id integer, receipt_item_id integer)
    where l.id = c.id and l.purchase_invoice_id = ${id}`.execute(act.tx);
  if (supplier !== null)
    await learnCodes(act.tx, { supplier, lines: chosen.map((line) => line.id), user: act.user.id });
  await matchPurchaseLines(act.tx, { ...before, supplier_id: supplier });
  const after = await writeChange(act, before, { action: 'match', values: {} });
  if (after.status === 'accepted') await writeCosts(act.tx, receiptsOf(before, after));
  return after;
}

/** Marks an invoice as disputed. @throws INVALID_TRANSITION when it is accepted, STALE_VERSION */
export async function disputeInvoice(
  act: Act,
  { id, body, version }: HandlerInput<typeof purchaseInvoices.dispute>,
): Promise<PurchaseInvoice> {
  const before = await lockPurchaseInvoice(act, id, version);
  if (before.status === 'accepted') throw new Problem('INVALID_TRANSITION');
  return writeChange(act, before, {
    action: 'dispute',
    values: {
      status: 'disputed',
      dispute_notes: body.notes,
      disputed_at: sql<string>`now()`,
      disputed_by: act.user.id,
    },
  });
}

/** Deletes an invoice and frees the receipt lines that it bills. @throws INVALID_TRANSITION unless it is new */
export async function deletePurchaseInvoice(act: Act, id: number): Promise<void> {
  const before = await lockPurchaseInvoice(act, id);
  if (before.status !== 'new') throw new Problem('INVALID_TRANSITION');
  await freeLines(act.tx, id);
  await act.tx
    .updateTable('purchase_invoices')
    .set({ deleted_at: sql`now()`, deleted_by: act.user.id })
    .where('id', '=', id)
    .execute();
  act.record('delete', 'purchase-invoices', id, nameOfPurchaseInvoice(before), null, diffRecords(before, null));
}

/** Changes an invoice and writes its activity. @returns it afterwards */
export async function writeChange(
  act: Act,
  before: PurchaseInvoice,
  { action, values }: { action: string; values: object },
): Promise<PurchaseInvoice> {
  await act.tx
    .updateTable('purchase_invoices')
    .set({ ...values, version: before.version + 1, modified_at: sql<string>`now()`, modified_by: act.user.id })
    .where('id', '=', before.id)
    .execute();
  const after = await readPurchaseInvoice(act.tx, before.id);
  act.record(
    action,
    'purchase-invoices',
    after.id,
    nameOfPurchaseInvoice(after),
    after.version,
    diffRecords(before, after),
  );
  return after;
}

/** The receipt lines that invoices bill. */
export function receiptsOf(...invoices: readonly PurchaseInvoice[]): number[] {
  return [...new Set(invoices.flatMap(({ lines }) => lines.flatMap(({ receipt_item_id }) => receipt_item_id ?? [])))];
}
