import { sql } from 'kysely';
import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import { importMessage, warningMessage } from '@bobina/contract/core/messages/messages.ts';
import type { CustomerOrdersImport, ImportError, ImportResult } from '@bobina/contract/orders/orders.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { recordImport } from '../../platform/record-import.ts';
import { FieldChecks } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { findProducts, holdActiveProducts, holdCustomer } from './hold-named.ts';
import { gatherOrders, type BadRow, type ImportLine, type ImportOrder } from './import.rules.ts';
import { nextOrderNumbers } from './number-orders.ts';
import { insertLines, lineColumns } from './order-lines.ts';
import { findListPrices } from './price-for-customer.ts';

/**
 * Enters the orders of a spreadsheet; each order is entered completely or not at all. Locks the customer exclusively,
 * so that concurrent imports of one file do not both enter it, then the products; takes the numbers last. A dry run
 * does the same checks and writes nothing.
 */
export async function importOrders(
  act: Act,
  { orders: rows, customerId, dry_run, file, headers, rows: numbers }: CustomerOrdersImport,
): Promise<ImportResult> {
  const checks = new FieldChecks();
  await holdCustomer(act, checks, { id: customerId, path: 'customerId', alone: true });
  checks.done();
  const { orders, homeless } = gatherOrders(rows, await companyToday(act.tx));
  const existing = await findExisting(
    act,
    customerId,
    orders.map((order) => order.customer_order_number),
  );
  const fresh = orders.filter((order) => !existing.has(order.customer_order_number));
  const products = await findProducts(
    act,
    fresh.flatMap(({ lines }) => lines.map(({ code }) => code)),
  );
  const active = await holdActiveProducts(act, [...products.values()]);
  /** Rows with a fractional quantity of a counted unit; reported after the rows that could not be parsed. */
  const withFractions = (order: ImportOrder): BadRow[] =>
    [
      ...order.bad,
      ...order.lines.flatMap(({ code, quantity, row }) => {
        const unit = active.get(products.get(code) ?? 0)?.unit_of_measure;
        return unit && isRefusedFraction(unit, quantity) ? { row, fault: 'whole' as const } : [];
      }),
    ].toSorted((a, b) => a.row - b.row);
  const isMissing = ({ code }: { code: string }) => !active.has(products.get(code) ?? 0);

  const errors = homeless.map((row) => badRows(act, null, [row]));
  const good: ImportOrder[] = [];
  const reasons = new Map(homeless.map(({ row, fault }) => [row, importMessage(act.language, fault)]));
  for (const order of fresh) {
    const missing = order.lines.filter(isMissing).map(({ code }) => code);
    const bad = withFractions(order);
    if (bad.length > 0) errors.push(badRows(act, order.customer_order_number, bad));
    if (missing.length > 0) errors.push(missingProducts(act, order.customer_order_number, missing));
    if (bad.length === 0 && missing.length === 0) good.push(order);
    else for (const [row, reason] of reasonsOf(act, { order, bad, isMissing })) reasons.set(row, reason);
  }
  if (!dry_run) {
    await writeOrders(act, customerId, good, products);
    const refused = homeless.length + fresh.length - good.length;
    await recordImport(act, {
      register: 'customer-orders',
      created: good.length,
      updated: 0,
      refused,
      refusedRows: rows.flatMap((values, index) => {
        const message = reasons.get(index + 1);
        return message === undefined
          ? []
          : [{ row: numbers?.[index] ?? index + 1, values, fields: [{ path: '', message }] }];
      }),
      file,
      headers,
      needs: 'customer_orders.write',
    });
  }
  const warnings = [...existing].map((number) => ({
    code: 'import_order_exists',
    orderNumber: number,
    message: warningMessage(act.language, 'import_order_exists', { number }),
  }));
  return { success: good.length, warnings, errors };
}

/** The rows of a refused order with the reason of each; rows without an own fault name that their order was refused. */
function reasonsOf(
  act: Act,
  { order, bad, isMissing }: { order: ImportOrder; bad: readonly BadRow[]; isMissing: (line: ImportLine) => boolean },
): [row: number, reason: string][] {
  const faults = new Map(bad.map(({ row, fault }) => [row, importMessage(act.language, fault)]));
  const lines = order.lines.map((line): [number, string] => [
    line.row,
    faults.get(line.row) ??
      (isMissing(line)
        ? importMessage(act.language, 'missing_products', { codes: line.code })
        : importMessage(act.language, 'refused_order')),
  ]);
  return [...order.bad.map(({ row }): [number, string] => [row, faults.get(row)!]), ...lines];
}

/** Returns those of the numbers that the customer already uses, as given. */
async function findExisting(act: Act, customer: number, numbers: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ number: string }>`
    select n.number from unnest(${numbers}::text[]) n (number)
    where exists (select from customer_orders o where o.customer_id = ${customer} and lower(o.customer_order_number) = lower(n.number) and o.deleted_at is null)`.execute(
    act.tx,
  );
  return new Set(rows.map(({ number }) => number));
}

function badRows(act: Act, orderNumber: string | null, bad: readonly BadRow[]): ImportError {
  const items = bad.map(({ row, fault }) => ({ row, error: importMessage(act.language, fault) }));
  const only = items.length === 1 ? items[0]! : null;
  const message = orderNumber === null && only ? only.error : importMessage(act.language, 'invalid_rows');
  return {
    type: 'invalid_rows',
    message,
    orderNumber,
    row: only?.row ?? null,
    error: only?.error ?? null,
    products: [],
    items,
  };
}

function missingProducts(act: Act, orderNumber: string, codes: readonly string[]): ImportError {
  const products = [...new Set(codes)];
  const message = importMessage(act.language, 'missing_products', { codes: products.join(', ') });
  return { type: 'missing_products', message, orderNumber, row: null, error: null, products, items: [] };
}

/** Writes all orders in one statement and all lines in another. A line without a price takes that of the customer's list, otherwise 0. */
async function writeOrders(
  act: Act,
  customer: number,
  orders: readonly ImportOrder[],
  products: ReadonlyMap<string, number>,
): Promise<void> {
  if (orders.length === 0) return;
  const unpriced = orders.flatMap((order) => order.lines.filter(({ unit_price }) => unit_price === null));
  const prices = await findListPrices(
    act.tx,
    customer,
    unpriced.map(({ code }) => products.get(code)!),
  );
  const lines = orders.map((order) =>
    order.lines.map(({ code, row: _row, unit_price, ...line }, position) => {
      const product_id = products.get(code)!;
      const kept = { packs: 0, delivery_date: line.delivery_date };
      return lineColumns(
        { ...line, product_id, unit_price: unit_price ?? prices.get(product_id) ?? 0 },
        position,
        kept,
      );
    }),
  );
  const numbers = await nextOrderNumbers(
    act,
    orders.map(({ order_date }) => order_date),
  );
  const headers = orders.map(({ customer_order_number, order_date, requested_delivery_date }, index) => ({
    order_number: numbers[index]!,
    customer_order_number,
    order_date,
    requested_delivery_date,
    total_amount: sum(lines[index]!.map(({ total }) => decimalOf(total))).toFixed(),
  }));
  const { rows } = await sql<{ id: number; order_number: string }>`
    insert into customer_orders (customer_id, created_by, order_number, customer_order_number, order_date, requested_delivery_date, total_amount)
    select ${customer}, ${act.user.id}, order_number, customer_order_number, order_date, requested_delivery_date, total_amount
    from jsonb_to_recordset(${JSON.stringify(headers)}::jsonb)
      as x (order_number text, customer_order_number text, order_date date, requested_delivery_date date, total_amount numeric)
    returning id, order_number`.execute(act.tx);
  const ids = new Map(rows.map(({ id, order_number }) => [order_number, id]));
  await insertLines(
    act,
    headers.flatMap(({ order_number }, index) =>
      lines[index]!.map((line) => ({ ...line, order_id: ids.get(order_number)! })),
    ),
  );
  const lineIds = await readLineIds(act, [...ids.values()]);
  for (const [index, header] of headers.entries()) {
    const { order_number, customer_order_number } = header;
    const id = ids.get(order_number)!;
    // The log holds amounts as numbers, as the API answers them.
    const items = lines[index]!.map((line) => ({
      ...line,
      id: lineIds.get(`${id} ${line.position}`)!,
      total: Number(line.total),
    }));
    act.activities.push({
      action: 'create',
      entity_type: 'customer-orders',
      entity_id: id,
      details: `${order_number} · ${customer_order_number} · import`,
      changes: diffRecords(null, {
        ...header,
        total_amount: Number(header.total_amount),
        customer_id: customer,
        items,
      }),
    });
  }
  act.changed('customer-orders');
  act.changed('production');
}

/** Reads the ids of the lines of orders, by `<order id> <position>`. */
async function readLineIds(act: Act, orders: readonly number[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ key: string; id: number }>`
    select order_id || ' ' || position as key, id from customer_order_items where order_id = any(${orders})`.execute(
    act.tx,
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}
