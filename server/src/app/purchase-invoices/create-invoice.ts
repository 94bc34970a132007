import { sql } from 'kysely';
import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';
import type {
  PurchaseInvoiceInput,
  TypedPurchaseInvoice,
} from '@bobina/contract/purchasing/purchase-invoice-inputs.ts';
import type { PurchaseInvoice, TakenFile } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { typedLineAmount, typedVatGroups } from '@bobina/contract/purchasing/typed-invoice.rules.ts';
import { companyToday } from '../../areas/registry/index.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { openUpload, type IncomingFile } from '../../platform/incoming-files/open-file.ts';
import { UnreadableFile } from '../../platform/incoming-files/read-xml.ts';
import { FieldChecks, invalid, Problem } from '../../platform/problem.ts';
import { checkTypedLines } from './check-lines.ts';
import { nameOfPurchaseInvoice, readPurchaseInvoice } from './invoice-rows.ts';
import { learnCodes } from './match-lines.ts';
import { joinVat } from './read-parts.ts';
import { storeInvoice, type NewInvoice } from './store-invoice.ts';
import { takeInvoiceFile } from './take-file.ts';

type Created = PurchaseInvoice & { results: TakenFile[] };

/** Stores files or a typed invoice. @throws VALIDATION, DUPLICATE_DOCUMENT when all of it is stored already */
export async function createInvoice(act: Act, body: PurchaseInvoiceInput): Promise<Created> {
  if (body.files) return takeFiles(act, body.files);
  // The contract checked the fields of a typed invoice.
  const invoice = await createTyped(act, body as TypedPurchaseInvoice);
  return { ...invoice, results: [] };
}

/** The refusal of an invoice that is already stored. */
export function duplicateInvoice(): Problem {
  return new Problem('DUPLICATE_DOCUMENT', {
    text: 'DUPLICATE_PURCHASE_INVOICE',
    fields: [{ path: 'number', code: 'exists' }],
  });
}

async function takeFiles(act: Act, files: NonNullable<PurchaseInvoiceInput['files']>): Promise<Created> {
  const results: TakenFile[] = [];
  for (const { name, content } of files)
    for (const part of openUpload({ name, bytes: Buffer.from(content, 'base64') }))
      results.push(...(await takeOne(act, part)));
  const taken = results.filter(({ status }) => status === 'taken');
  if (taken.length === 0) {
    if (results.some(({ status }) => status === 'known')) throw duplicateInvoice();
    throw invalid('files.0', 'unreadable');
  }
  for (const { id } of taken) await recordCreation(act, id!);
  return { ...(await readPurchaseInvoice(act.tx, taken[0]!.id!)), results };
}

async function takeOne(act: Act, file: IncomingFile): Promise<TakenFile[]> {
  try {
    const taken = await takeInvoiceFile(act.tx, { ...file, user: act.user.id });
    return taken.map(({ id, number, isNew }) => ({ name: file.name, id, number, status: isNew ? 'taken' : 'known' }));
  } catch (error) {
    if (error instanceof UnreadableFile) return [{ name: file.name, id: null, number: null, status: 'unreadable' }];
    throw error;
  }
}

async function createTyped(act: Act, body: TypedPurchaseInvoice): Promise<PurchaseInvoice> {
  const supplier = await checkTyped(act, body);
  const lines: NewInvoice['lines'] = body.lines.map((line) => ({
    description: line.description,
    supplier_code: line.supplier_code ?? null,
    barcode: null,
    quantity: line.quantity == null ? null : decimalOf(line.quantity),
    unit_of_measure: null,
    unit_price: decimalOf(line.unit_price),
    net_amount: typedLineAmount(line),
    vat_rate: decimalOf(line.vat_rate),
    natura: line.natura ?? null,
    ddt_number: line.ddt_number ?? null,
    ddt_date: line.ddt_date ?? null,
    order_number: null,
    product_id: line.product_id ?? null,
    receipt_item_id: line.receipt_item_id ?? null,
  }));
  const vat = typedVatGroups(lines).map((group) => ({ ...group, esigibilita: null }));
  const total = sum(vat.flatMap(({ net_amount, vat_amount }) => [net_amount, vat_amount]));
  if (total.lt(0)) throw invalid('lines', 'min', { min: 0 });
  const instalments = (body.instalments ?? []).map(({ due_date, amount }) => ({
    due_date,
    amount: decimalOf(amount),
    method: null,
    iban: null,
  }));
  const id = await storeInvoice(
    act.tx,
    {
      supplier_id: body.supplier_id,
      supplier_name: supplier.business_name,
      supplier_vat: joinVat(supplier.country_code, supplier.vat_number),
      kind: body.kind ?? 'invoice',
      document_type: null,
      number: body.number,
      document_date: body.document_date,
      received_date: await companyToday(act.tx),
      currency: body.currency ?? 'EUR',
      exchange_rate: body.exchange_rate ?? null,
      lines,
      vat,
      total_amount: total,
      to_pay_amount: total,
      credited_number: null,
      notes: body.notes ?? null,
      instalments,
      format: 'typed',
      file_id: null,
      file_position: 1,
    },
    act.user.id,
  );
  const invoice = await recordCreation(act, id);
  const confirmed = invoice.lines.filter(({ is_confirmed }) => is_confirmed).map((line) => line.id);
  await learnCodes(act.tx, { supplier: body.supplier_id, lines: confirmed, user: act.user.id });
  return invoice;
}

interface Supplier {
  business_name: string;
  vat_number: string;
  country_code: string | null;
}

async function checkTyped(act: Act, body: TypedPurchaseInvoice): Promise<Supplier> {
  const checks = new FieldChecks();
  const { rows: suppliers } = await sql<Supplier>`
    select business_name, vat_number, country_code from suppliers
    where id = ${body.supplier_id} and deleted_at is null for key share`.execute(act.tx);
  if (!suppliers[0]) checks.add('supplier_id', 'unknown');
  if (body.document_date > (await companyToday(act.tx))) checks.add('document_date', 'future');
  await checkTypedLines(act, checks, { supplier: body.supplier_id, lines: body.lines });
  checks.done();
  return suppliers[0]!;
}

/** Writes the activity of a new invoice. */
async function recordCreation(act: Act, id: number): Promise<PurchaseInvoice> {
  const invoice = await readPurchaseInvoice(act.tx, id);
  act.record(
    'create',
    'purchase-invoices',
    id,
    nameOfPurchaseInvoice(invoice),
    invoice.version,
    diffRecords(null, invoice),
  );
  return invoice;
}
