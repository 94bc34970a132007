/** Computes the content of an invoice of packing lists from the current registry, for drafts and again for sending. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, round, sum } from '@bobina/contract/core/decimal.ts';
import { instalmentsOf, type Instalment } from '@bobina/contract/sales/instalments.rules.ts';
import { documentAmounts, linesOfParts, type DocumentAmounts } from '@bobina/contract/sales/amounts.rules.ts';
import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import type { MissingRefusal } from '../../../platform/problem.ts';
import { countryOf } from '@bobina/contract/registry/countries.ts';
import { COMPANY_SCREEN } from '../shared/party-snapshot.ts';
import {
  snapshotCompany,
  snapshotCustomer,
  snapshotPayment,
  type CompanySnapshot,
  type CustomerSnapshot,
  type PaymentSnapshot,
} from '../shared/parties.ts';
import { stampDutyOf, STAMP_DUTY } from '../shared/stamp-duty.rules.ts';
import { conaiOf } from './conai.rules.ts';
import { rateOf, type VatRate } from './vat-rate.rules.ts';

/** A packed part with its product's VAT category. */
interface Part {
  packing_list_id: number;
  order_item_id: number;
  product_id: number;
  code: string;
  product_name: string;
  unit_of_measure: string;
  quantity: string;
  unit_price: string;
  product_vat_code: string | null;
  product_vat_rate: string | null;
  conai_material: string | null;
  /** kg of this material in one unit. */
  conai_kg: string | null;
}
export interface InvoiceLine extends Pick<
  Part,
  'packing_list_id' | 'code' | 'product_name' | 'unit_of_measure' | 'unit_price' | 'conai_material'
> {
  /** Null, like the product, for the line that charges the stamp duty. */
  order_item_id: number | null;
  product_id: number | null;
  /** The packed quantity of the order line over all batches. */
  quantity: string;
  vat: VatRate | null;
  /** kg of the whole line. */
  conai_kg: string | null;
  /** EUR; null where the contribution was paid before. */
  conai_amount: string | null;
}
export interface InvoiceContent {
  customer: CustomerSnapshot;
  company: CompanySnapshot;
  payment: PaymentSnapshot;
  lines: InvoiceLine[];
  amounts: DocumentAmounts;
  cig: string | null;
  cup: string | null;
  /** Missing data that prevents sending. */
  missing: MissingRefusal[];
}

const COMPANY = ['business_name', 'vat_number', 'address', 'zip_code', 'city'] as const;

/**
 * Computes lines, amounts and missing data of an invoice, the lines grouped by packing list. Locks nothing.
 * @param invoiced `packingLists` in the order of the document
 */
export async function invoiceContent(
  db: Db,
  {
    customer_id,
    packingLists,
    exchange_rate = null,
  }: { customer_id: number; packingLists: readonly number[]; exchange_rate?: string | null },
): Promise<InvoiceContent> {
  const customer = await snapshotCustomer(db, customer_id);
  const company = await snapshotCompany(db);
  const payment = await snapshotPayment(db, customer_id);
  const codes = await readVatCodes(db);
  const settings = await readInvoiceSettings(db);
  const goods = linesOfLists(await readParts(db, packingLists)).map((parts): InvoiceLine => {
    const { product_vat_code, product_vat_rate, conai_kg, ...first } = parts[0]!;
    const quantity = sum(parts.map((part) => decimalOf(part.quantity))).toFixed();
    const vat = rateOf(codes, {
      customer: customer.vat_code,
      product: { code: product_vat_code, rate: product_vat_rate },
      fallback: settings.default_vat_code,
    });
    return {
      ...first,
      quantity,
      vat,
      ...conaiOf({ ...first, conai_kg, quantity, company, rates: settings.conai_rates }),
    };
  });
  const lines = settings.recharge_stamp_duty ? withStampDuty(goods, { company, exchange_rate }) : goods;
  const amounts = amountsOf(lines);
  const missing = missingOf(company, customer, { lines, exchange_rate });
  return { customer, company, payment, lines, amounts, ...(await readOrderCodes(db, packingLists[0]!)), missing };
}

/** Reports a typed due date that is before the day of the invoice. */
export function missingDueDate(due: { due_date: Day; due_date_typed: boolean }, day: Day): MissingRefusal[] {
  return due.due_date_typed && due.due_date < day
    ? [{ field: 'due_date', code: 'due_date', values: { day: due.due_date }, path: null }]
    : [];
}

/** Returns the invoice columns that the content defines. */
export function contentColumns({ customer, company, payment, amounts, cig, cup }: InvoiceContent) {
  return {
    customer: JSON.stringify(customer),
    company: JSON.stringify(company),
    payment: JSON.stringify(payment),
    net_amount: amounts.net.toFixed(),
    vat_amount: amounts.vat.toFixed(),
    total_amount: amounts.total.toFixed(),
    currency: customer.valuta,
    cig,
    cup,
  };
}

/** Replaces the lines of a draft. */
export async function writeLines(act: Act, invoice: number, { lines, amounts }: InvoiceContent): Promise<void> {
  await act.tx.deleteFrom('invoice_items').where('invoice_id', '=', invoice).execute();
  const rows = lines.map(({ vat, ...line }, position) => ({
    ...line,
    invoice_id: invoice,
    position,
    net_amount: amounts.lines[position]!.net.toFixed(),
    vat_amount: amounts.lines[position]!.vat.toFixed(),
    total_price: amounts.lines[position]!.total.toFixed(),
    vat_code: vat?.code ?? null,
    vat_rate: vat?.rate ?? null,
    natura: vat?.natura ?? null,
    vat_description: vat?.description ?? null,
  }));
  await act.tx.insertInto('invoice_items').values(rows).execute();
}

/** Computes the instalments of an invoice of a day. @param typed the due date that a user typed, which is one instalment */
export function instalmentsFor(
  {
    payment,
    amounts,
    customer,
  }: Pick<InvoiceContent, 'payment' | 'customer'> & { amounts: Pick<InvoiceContent['amounts'], 'net' | 'total'> },
  { day, typed }: { day: Day; typed: Day | null },
): Instalment[] {
  const toPay = customer.esigibilita === 'S' ? amounts.net : amounts.total;
  return typed === null ? instalmentsOf({ day, toPay }, payment) : [{ due_date: typed, amount: toPay }];
}

/** Replaces the instalments of a draft, or of an invoice whose file was rejected. */
export async function writeInstalments(act: Act, invoice: number, instalments: readonly Instalment[]): Promise<void> {
  await act.tx.deleteFrom('invoice_instalments').where('invoice_id', '=', invoice).execute();
  const rows = instalments.map(({ due_date, amount }, index) => ({
    invoice_id: invoice,
    position: index + 1,
    due_date,
    amount: amount.toFixed(),
  }));
  await act.tx.insertInto('invoice_instalments').values(rows).execute();
}

/** Groups the parts of each line, packing list by packing list. @param parts in the order of the packing lists */
function linesOfLists(parts: readonly Part[]): Part[][] {
  return [...Map.groupBy(parts, ({ packing_list_id }) => packing_list_id).values()].flatMap(linesOfParts);
}

interface InvoiceSettings {
  default_vat_code: string | null;
  recharge_stamp_duty: boolean;
  conai_rates: Record<string, number>;
}
async function readInvoiceSettings(db: Db): Promise<InvoiceSettings> {
  const { rows } =
    await sql<InvoiceSettings>`select default_vat_code, recharge_stamp_duty, conai_rates from settings`.execute(db);
  return rows[0]!;
}

/** Reads the tender code and the project code of the order of a packing list; those of one invoice have the same. */
async function readOrderCodes(db: Db, packingList: number): Promise<{ cig: string | null; cup: string | null }> {
  const { rows } = await sql<{ cig: string | null; cup: string | null }>`
    select o.cig, o.cup from packing_lists p join customer_orders o on o.id = p.order_id where p.id = ${packingList}`.execute(
    db,
  );
  return rows[0]!;
}

/** Adds the line that charges the stamp duty, where it is due; it is outside the taxable amount (art. 15). */
function withStampDuty(
  lines: readonly InvoiceLine[],
  { company, exchange_rate }: { company: CompanySnapshot; exchange_rate: string | null },
): InvoiceLine[] {
  const groups = amountsOf(lines).groups.map(({ natura, net }) => ({ natura, net_amount: net.toFixed() }));
  if (stampDutyOf({ country: countryOf(company), groups, exchange_rate }) === null) return [...lines];
  const line: InvoiceLine = {
    packing_list_id: lines.at(-1)!.packing_list_id,
    order_item_id: null,
    product_id: null,
    code: 'BOLLO',
    product_name: 'Imposta di bollo',
    unit_of_measure: 'piece',
    quantity: '1',
    unit_price: round(decimalOf(STAMP_DUTY).times(exchange_rate ?? 1), 2).toFixed(),
    vat: { code: null, rate: '0', natura: 'N1', description: 'Escluso art. 15 DPR 633/72' },
    conai_material: null,
    conai_kg: null,
    conai_amount: null,
  };
  return [...lines, line];
}

async function readParts(db: Db, packingLists: readonly number[]): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select t.packing_list_id, t.order_item_id, t.product_id, t.code, t.product_name, t.unit_of_measure, t.quantity, t.unit_price,
      p.categoria_vat_codice as product_vat_code, p.categoria_vat_valore as product_vat_rate,
      p.conai_material, p.conai_kg
    from packing_list_items t join products p on p.id = t.product_id
    where t.packing_list_id = any(${packingLists}::integer[])
    order by array_position(${packingLists}::integer[], t.packing_list_id), t.position`.execute(db);
  return rows;
}

/** By lower-case code. */
async function readVatCodes(db: Db): Promise<Map<string, VatRate>> {
  const { rows } =
    await sql<VatRate>`select code, rate, natura, description from vat_codes where deleted_at is null`.execute(db);
  return new Map(rows.map((row) => [row.code!.toLowerCase(), row]));
}

function missingOf(
  company: CompanySnapshot,
  customer: CustomerSnapshot,
  { lines, exchange_rate }: { lines: readonly InvoiceLine[]; exchange_rate: string | null },
): MissingRefusal[] {
  return [
    ...COMPANY.filter((field) => !company[field]).map((field) => ({
      field: `company.${field}`,
      code: `company_${field}` as const,
      path: COMPANY_SCREEN,
    })),
    ...(customer.valuta === 'EUR' || exchange_rate !== null
      ? []
      : [
          {
            field: 'exchange_rate',
            code: 'exchange_rate' as const,
            values: { customer: customer.business_name, currency: customer.valuta },
            path: null,
          },
        ]),
    ...lines.flatMap(({ vat, code, product_id }, index) =>
      vat
        ? []
        : [
            {
              field: `items.${index}.vat_rate`,
              code: 'vat_rate' as const,
              values: { row: index + 1, code },
              path: `/anagrafica/prodotti/${product_id}`,
            },
          ],
    ),
  ];
}

function amountsOf(lines: readonly InvoiceLine[]): DocumentAmounts {
  return documentAmounts(
    lines.map(({ quantity, unit_price, vat }) => ({
      quantity,
      unit_price,
      vat_rate: vat?.rate ?? null,
      natura: vat?.natura ?? null,
    })),
  );
}
