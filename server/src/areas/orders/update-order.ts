import { sql } from 'kysely';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import type { CustomerOrder, CustomerOrderChange, customerOrders } from '@bobina/contract/orders/orders.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { describeChanges, requireVersion } from '../../platform/master-data.ts';
import { matchLines, type Matched } from '../../platform/order-lines.rules.ts';
import { FieldChecks, notFound, Problem, type FieldRefusal } from '../../platform/problem.ts';
import { noticeRepeatedNumber } from './create-order.ts';
import { checkReference } from '../registry/index.ts';
import { holdCustomer, holdOrderedProducts } from './hold-named.ts';
import { lockOrder, type LockedItem, type LockedOrder } from './lock-order.ts';
import { insertLines, lineColumns, nameProducts, productPath, updateLines, type SentLine } from './order-lines.ts';
import { readOrder } from './order-rows.ts';
import { warnZeroPrice } from './warn-zero-price.ts';

/**
 * Changes an order. Matches lines by id, otherwise by product in order; omitted lines are deleted. Locks the order and
 * its lines, then locks newly named rows for share.
 * @throws IN_USE where a line is in use, STALE_VERSION
 */
export async function updateOrder(
  act: Act,
  { id, body, version }: HandlerInput<typeof customerOrders.update>,
): Promise<CustomerOrder> {
  const order = await lockOrder(act, id);
  if (!order) throw notFound();
  const before = await readOrder(act.tx, id);
  requireVersion(before, version);
  const { items: _, ...header } = body;
  const checks = new FieldChecks();
  if (header.customer_id !== undefined && header.customer_id !== order.customer_id)
    await holdCustomer(act, checks, { id: header.customer_id, path: 'customer_id' });
  const { sent, match, fractions } = await checkLines(act, checks, order, body);
  checks.done();
  keepUsed(order, header.customer_id, sent, match);
  fractions.done();
  if (header.customer_order_number && header.customer_order_number !== before.customer_order_number)
    await noticeRepeatedNumber(act, {
      customer: header.customer_id ?? order.customer_id,
      number: header.customer_order_number,
      order: id,
    });

  if (match) await writeLines(act, order, header.requested_delivery_date ?? order.requested_delivery_date, sent, match);
  await act.tx
    .updateTable('customer_orders')
    .set({
      ...header,
      total_amount: sql<string>`(select sum(total) from customer_order_items where order_id = ${id})`,
      version: order.version + 1,
      modified_at: sql<string>`now()`,
      modified_by: act.user.id,
    })
    .where('id', '=', id)
    .execute();
  const after = await readOrder(act.tx, id);
  if (match) warnZeroPrice(act, after);
  act.record(
    'update',
    'customer-orders',
    id,
    [`${after.order_number} · ${after.customer_name}`, describeChanges(before, header)].filter(Boolean).join(' · '),
    after.version,
    diffRecords(before, after),
  );
  if (match) act.changed('production');
  return after;
}

function isUsed(line: LockedItem) {
  return decimalOf(line.used_quantity).gt(0);
}

/**
 * Refuses changes of lines that were produced, scheduled or delivered: they keep their line, product, customer and used
 * quantity.
 * @throws IN_USE with every field
 */
function keepUsed(
  order: LockedOrder,
  customer: number | undefined,
  lines: readonly SentLine[],
  match: Matched<LockedItem> | undefined,
): void {
  const fields: FieldRefusal[] = [];
  if (customer !== undefined && customer !== order.customer_id && order.items.some(isUsed))
    fields.push({ path: 'customer_id', code: 'alreadyUsed' });
  if (match?.gone.some(isUsed)) fields.push({ path: 'items', code: 'alreadyUsed' });
  for (const [index, line] of lines.entries()) {
    const stored = match!.stored[index];
    if (!stored || !isUsed(stored)) continue;
    if (stored.product_id !== line.product_id) fields.push({ path: productPath(line, index), code: 'alreadyUsed' });
    // Production may exceed the order, so an unchanged quantity is accepted.
    if (!decimalOf(stored.quantity).eq(line.quantity) && decimalOf(line.quantity).lt(stored.used_quantity))
      fields.push({
        path: `items.${index}.quantity`,
        code: 'belowUsed',
        values: { min: toNumber(stored.used_quantity) },
      });
  }
  if (fields.length > 0) throw new Problem('IN_USE', { text: 'LINES_USED', fields });
}

async function writeLines(
  act: Act,
  order: LockedOrder,
  requested: string,
  sent: readonly SentLine[],
  { stored, gone }: Matched<LockedItem>,
): Promise<void> {
  if (gone.length > 0)
    await sql`delete from customer_order_items where id = any(${gone.map(({ id }) => id)})`.execute(act.tx);
  const lines = sent.map((line, index) =>
    lineColumns(line, index, stored[index] ?? { packs: 0, delivery_date: requested }),
  );
  await updateLines(
    act,
    lines.flatMap((line, index) => (stored[index] ? [{ ...line, id: stored[index].id }] : [])),
  );
  await insertLines(
    act,
    lines.flatMap((line, index) => (stored[index] ? [] : [{ ...line, order_id: order.id }])),
  );
}

/** Checks the sent lines and locks their products for share; new lines need active products. */
async function checkLines(act: Act, checks: FieldChecks, order: LockedOrder, body: CustomerOrderChange) {
  const fractions = new FieldChecks();
  if (!body.items) return { sent: [], fractions };
  const sent = await nameProducts(act, checks, body.items);
  const match = matchLines(order.items, sent);
  for (const index of match.unknown) checks.add(`items.${index}.id`, 'unknown');
  const grows = (line: SentLine, stored: LockedItem | undefined) =>
    !stored || decimalOf(stored.quantity).lt(line.quantity);
  // A customer or product deleted after complete delivery does not block changes that order nothing more.
  if (sent.some((line, index) => grows(line, match.stored[index])))
    await checkReference(act, checks, {
      table: 'customers',
      id: body.customer_id ?? order.customer_id,
      path: 'customer_id',
    });
  const products = await holdOrderedProducts(
    act,
    sent.map((line) => line.product_id),
  );
  for (const [index, line] of sent.entries()) {
    const stored = match.stored[index];
    const isKnown =
      stored?.product_id === line.product_id
        ? products.has(line.product_id) || !grows(line, stored)
        : products.get(line.product_id)?.is_active;
    const unit = products.get(line.product_id)?.unit_of_measure;
    const kept = stored?.product_id === line.product_id ? stored.quantity : null;
    if (unit && isRefusedFraction(unit, line.quantity, [kept])) fractions.add(`items.${index}.quantity`, 'whole');
    if (line.product_id !== 0 && !isKnown) checks.add(productPath(body.items[index]!, index), 'unknown');
  }
  return { sent, match, fractions };
}
