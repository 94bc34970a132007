import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { documentAmounts } from '@bobina/contract/sales/amounts.rules.ts';
import { lastDue, type Instalment } from '@bobina/contract/sales/instalments.rules.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { ReissueInput, transmissions } from '@bobina/contract/sales/transmissions.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { requireVersion } from '../../../platform/master-data.ts';
import { FieldChecks, Problem } from '../../../platform/problem.ts';
import { instalmentsFor, writeInstalments } from '../invoices/invoice-content.ts';
import { readInvoice, readInvoiceContent } from '../invoices/invoice-rows.ts';
import { lockInvoice, nameOfInvoice, type LockedInvoice } from '../invoices/lock-invoice.ts';
import {
  snapshotPayment,
  snapshotCompany,
  snapshotCustomer,
  type CustomerSnapshot,
  type PaymentSnapshot,
} from '../shared/parties.ts';
import { writeFile } from './write-file.ts';

/**
 * Issues a rejected document again: the same number and day, a new file with a new progressive. Takes customer, company
 * and payment data from the registers; the body changes notes, CIG, CUP and VAT codes. Locks the packing list, then the
 * invoice.
 * @throws NOT_FOUND, STALE_VERSION, VALIDATION for an unknown line or VAT code, INCOMPLETE_DOCUMENT, INVALID_TRANSITION
 * unless the newest file is rejected, or when the total of an invoice with payments would change
 */
export async function reissueInvoice(
  act: Act,
  { id, body, version }: HandlerInput<typeof transmissions.reissue>,
): Promise<Invoice> {
  const invoice = await lockInvoice(act, id);
  if (version !== undefined && version !== invoice.version) requireVersion(await readInvoice(act, id), version);
  if (invoice.transmission !== 'rejected' || invoice.status === 'cancelled') throw new Problem('INVALID_TRANSITION');
  const before = await readInvoiceContent(act.tx, id);
  await correctVat(act, id, body.items ?? []);
  await correctDocument(act, invoice, body);
  await sql`select settle_invoice(${id}, ${act.user.id})`.execute(act.tx);
  const { rows } = await sql<{ issue: number }>`
    select max(issue) + 1 as issue from document_files where invoice_id = ${id}`.execute(act.tx);
  const { missing } = await writeFile(act, { id, issue: rows[0]!.issue });
  if (missing.length > 0) throw new Problem('INCOMPLETE_DOCUMENT', { missing });
  const after = await readInvoice(act, id);
  if (invoice.status !== 'sent' && after.total_amount !== before.total_amount) throw new Problem('INVALID_TRANSITION');
  const label = `${nameOfInvoice(after)} · ${after.customer_name}`;
  act.record('reissue', 'invoices', id, label, after.version, diffRecords(before, after));
  return after;
}

async function correctDocument(act: Act, invoice: LockedInvoice, body: ReissueInput): Promise<void> {
  const [customer, company, payment] = [
    await snapshotCustomer(act.tx, invoice.customer_id),
    await snapshotCompany(act.tx),
    await snapshotPayment(act.tx, invoice.customer_id),
  ];
  const instalments =
    invoice.type === 'invoice' ? await replaceInstalments(act, invoice, { customer, payment }) : undefined;
  await act.tx
    .updateTable('invoices')
    .set({
      customer: JSON.stringify(customer),
      company: JSON.stringify(company),
      payment: JSON.stringify(payment),
      due_date: instalments ? lastDue(instalments) : invoice.due_date,
      ...(body.notes !== undefined && { notes: body.notes }),
      ...(body.cig !== undefined && { cig: body.cig || null }),
      ...(body.cup !== undefined && { cup: body.cup || null }),
      version: invoice.version + 1,
      modified_at: sql<string>`now()`,
      modified_by: act.user.id,
    })
    .where('id', '=', invoice.id)
    .execute();
}

/** Recomputes the instalments: amounts and payment terms may have changed. */
async function replaceInstalments(
  act: Act,
  invoice: LockedInvoice,
  { customer, payment }: { customer: CustomerSnapshot; payment: PaymentSnapshot },
): Promise<Instalment[]> {
  const { net_amount, total_amount } = await act.tx
    .selectFrom('invoices')
    .select(['net_amount', 'total_amount'])
    .where('id', '=', invoice.id)
    .executeTakeFirstOrThrow();
  const amounts = { net: decimalOf(net_amount), total: decimalOf(total_amount) };
  const typed = invoice.due_date_typed ? invoice.due_date : null;
  const instalments = instalmentsFor({ customer, payment, amounts }, { day: invoice.invoice_date, typed });
  await writeInstalments(act, invoice.id, instalments);
  return instalments;
}

interface Line {
  id: number;
  net_amount: string;
  vat_code: string | null;
  vat_rate: string | null;
  natura: string | null;
  vat_description: string | null;
}

/** Gives lines other VAT codes and recomputes the VAT of the document. Net amounts stay. @throws VALIDATION */
async function correctVat(act: Act, invoice: number, items: NonNullable<ReissueInput['items']>): Promise<void> {
  if (items.length === 0) return;
  const lines = await act.tx
    .selectFrom('invoice_items')
    .select(['id', 'net_amount', 'vat_code', 'vat_rate', 'natura', 'vat_description'])
    .where('invoice_id', '=', invoice)
    .orderBy('position')
    .execute();
  const corrected = new Map<number, Line>(lines.map((line) => [line.id, line]));
  const codes = await readCodes(
    act,
    items.map(({ vat_code }) => vat_code),
  );
  const checks = new FieldChecks();
  for (const [at, { id, vat_code }] of items.entries()) {
    const line = corrected.get(id);
    const code = codes.get(vat_code.toLowerCase());
    if (!line) checks.add(`items.${at}.id`, 'unknown');
    if (!code) checks.add(`items.${at}.vat_code`, 'unknown');
    if (line && code)
      corrected.set(id, {
        ...line,
        vat_code: code.code,
        vat_rate: code.rate,
        natura: code.natura,
        vat_description: code.description,
      });
  }
  checks.done();
  const rows = [...corrected.values()];
  const amounts = documentAmounts(
    rows.map(({ net_amount, vat_rate, natura }) => ({ quantity: 1, unit_price: net_amount, vat_rate, natura })),
  );
  for (const [at, { id, net_amount, vat_code, vat_rate, natura, vat_description }] of rows.entries()) {
    const vat = amounts.lines[at]!.vat;
    await act.tx
      .updateTable('invoice_items')
      .set({
        vat_code,
        vat_rate,
        natura,
        vat_description,
        vat_amount: vat.toFixed(),
        total_price: decimalOf(net_amount).plus(vat).toFixed(),
      })
      .where('id', '=', id)
      .execute();
  }
  await act.tx
    .updateTable('invoices')
    .set({ vat_amount: amounts.vat.toFixed(), total_amount: amounts.total.toFixed() })
    .where('id', '=', invoice)
    .execute();
}

/** By lower-case code. */
async function readCodes(act: Act, codes: string[]) {
  const { rows } = await sql<{ code: string; rate: string; natura: string | null; description: string | null }>`
    select code, rate, natura, description from vat_codes
    where deleted_at is null and lower(code) = any(${codes.map((code) => code.toLowerCase())}::text[])`.execute(act.tx);
  return new Map(rows.map((row) => [row.code.toLowerCase(), row]));
}
