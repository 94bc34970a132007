import type { Day } from '@bobina/contract/core/dates.ts';
import { sum, type Decimal } from '@bobina/contract/core/decimal.ts';
import { packedAmounts } from '@bobina/contract/sales/amounts.rules.ts';
import type { PackingList, PackingListInput } from '@bobina/contract/sales/packing-lists.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import { FieldChecks } from '../../../platform/problem.ts';
import { countDelivered, lockLines, type OrderToDeliver } from '../../orders/index.ts';
import { nameMovements, postMovements } from '../../stock/index.ts';
import { documentDay, nextNumber } from '../shared/document-number.ts';
import { checkPackedLines, refuseFractions, refuseOverDelivery, splitLines, type PackedPart } from './packed-lines.ts';
import { readPackingList } from './packing-list-rows.ts';
import { endPicks } from './picks.ts';
import { snapshotCompany, snapshotDestination, holdActiveCustomer } from '../shared/parties.ts';
import { quantitiesOf } from '../shared/quantities.ts';

/** Snapshots of the parties that the document stores. */
interface Parties {
  customer: object;
  destination: object | null;
}

/**
 * Delivers lines of an order, all or nothing; the goods leave the stock on the document's day. Locks the order for
 * share and its lines, then the customer, the products and the warehouses for share, then the stock keys; takes the
 * number last.
 * @throws OVER_DELIVERY, INSUFFICIENT_STOCK, ON_HOLD, REEL_MOUNTED
 */
export async function createPackingList(act: Act, body: PackingListInput): Promise<PackingList> {
  const checks = new FieldChecks();
  const { order, ...parties } = await checkParties(act, checks, body);
  const wanted = order ? await checkPackedLines(act, checks, { sent: body.items, order }) : [];
  checks.done();
  refuseOverDelivery(body.items, order!);
  refuseFractions(body.items, order!);
  const day = await documentDay(act, { series: 'DDT' });
  const parts = await splitLines(act, { sent: body.items, wanted, order: order!, day });
  const amounts = packedAmounts(parts);

  const id = await writeHead(act, body, { order: order!, ...parties }, day, amounts);
  const movements = await unloadStock(act, id, parts, day);
  await writeItems(act, id, parts, amounts, movements);
  await countDelivered(act, quantitiesOf(parts));
  await endPicks(
    act,
    parts.map(({ order_item_id }) => order_item_id),
  );

  await act.tx
    .updateTable('packing_lists')
    .set({ packing_list_number: nextNumber('DDT', day) })
    .where('id', '=', id)
    .execute();
  const packingList = await readPackingList(act, id);
  const { packing_list_number } = packingList;
  await nameMovements(act, { movements, number: packing_list_number });
  act.record(
    'create',
    'packing-lists',
    id,
    `${packing_list_number} · ${packingList.customer_name}`,
    packingList.version,
    diffRecords(null, packingList),
  );
  act.changed('customer-orders', order!.id);
  warnOfRemnants(act, packingList);
  return packingList;
}

/** The label of a reel that was sold in part shows more than its remaining quantity. */
function warnOfRemnants(act: Act, { items }: PackingList): void {
  const remnants = items.filter(({ reel_left }) => reel_left !== null && reel_left > 0);
  const batches = [...new Set(remnants.map(({ batch_number }) => batch_number))].join(', ');
  if (batches) act.warn('reel_remnant', { batches }, 'items');
}

/** Locks the customer and the destination for share and adds their problems. */
async function checkParties(
  act: Act,
  checks: FieldChecks,
  { customer_id, order_id, destination_id, items }: PackingListInput,
): Promise<{ order: OrderToDeliver | undefined } & Parties> {
  const order = await lockLines(act, { order: order_id, items: items.map((item) => item.order_item_id) });
  if (!order) checks.add('order_id', 'unknown');
  else if (order.customer_id !== customer_id) checks.add('order_id', 'notOfCustomer');
  const customer = await holdActiveCustomer(act, customer_id);
  if (!customer) checks.add('customer_id', 'unknown');
  const destination =
    destination_id == null ? null : await snapshotDestination(act, { customer: customer_id, id: destination_id });
  if (destination === undefined) checks.add('destination_id', 'unknown');
  return { order, customer: customer ?? {}, destination: destination ?? null };
}

/** Writes the document without a number. */
async function writeHead(
  act: Act,
  body: PackingListInput,
  { order, customer, destination }: { order: OrderToDeliver } & Parties,
  day: Day,
  amounts: readonly Decimal[],
): Promise<number> {
  const { items: _items, ...header } = body;
  const { id } = await act.tx
    .insertInto('packing_lists')
    .values({
      ...header,
      packing_date: day,
      order_number: order.order_number,
      customer_order_number: order.customer_order_number,
      customer: JSON.stringify(customer),
      company: JSON.stringify(await snapshotCompany(act.tx)),
      destination: destination && JSON.stringify(destination),
      total_amount: sum(amounts).toFixed(),
      created_by: act.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Posts one sale movement per part. @returns the movement numbers */
function unloadStock(act: Act, id: number, parts: readonly PackedPart[], day: Day): Promise<number[]> {
  return postMovements(act, {
    lines: parts.map(({ item, path, warehouse_id, batch_number, quantity }) => ({
      movement_type: 'S',
      source_type: 'SO',
      movement_date: day,
      product_id: item.product_id,
      warehouse_id,
      batch_number,
      quantity,
      document_id: id,
      paths: { quantity: `${path}.quantity`, batch_number: `${path}.batch_number` },
    })),
  });
}

async function writeItems(
  act: Act,
  id: number,
  parts: readonly PackedPart[],
  amounts: readonly Decimal[],
  movements: readonly number[],
): Promise<void> {
  const lines = parts.map(
    ({ item, order_item_id, warehouse_id, batch_number, expiry_date, quantity, unit_price }, at) => ({
      position: at,
      order_item_id,
      product_id: item.product_id,
      code: item.code,
      product_name: item.product_name,
      unit_of_measure: item.unit_of_measure,
      warehouse_id,
      batch_number: batch_number || null,
      expiry_date,
      quantity,
      unit_price,
      total_price: amounts[at]!.toFixed(),
      movement_id: movements[at]!,
    }),
  );
  await sql`
    insert into packing_list_items (packing_list_id, position, order_item_id, product_id, code, product_name, unit_of_measure,
      warehouse_id, warehouse_name, batch_number, expiry_date, quantity, unit_price, total_price, movement_id)
    select ${id}, l.position, l.order_item_id, l.product_id, l.code, l.product_name, l.unit_of_measure, l.warehouse_id, w.name,
      l.batch_number, l.expiry_date, l.quantity, l.unit_price, l.total_price, l.movement_id
    from jsonb_populate_recordset(null::packing_list_items, ${JSON.stringify(lines)}::jsonb) l
    join warehouses w on w.id = l.warehouse_id`.execute(act.tx);
}
