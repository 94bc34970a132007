/** The documents that keep a record from being deleted or cancelled. It reads from all areas, so it belongs to none of them. */
import type { UsedBy } from '@bobina/contract/core/errors.ts';
import { can, type Rights } from '@bobina/contract/core/permissions.ts';
import { SEARCH_NEEDS, type SearchKind } from '@bobina/contract/system/search.ts';
import { addressFor, type FoundRecord } from '@bobina/contract/system/search-screens.ts';
import { CompiledQuery } from 'kysely';
import { USED_GOODS } from '../areas/purchasing/used-goods.ts';
import type { Db } from '../platform/database/db.ts';
import type { FastifyRequest } from 'fastify';

const MOST = 5;

/** Selects `id`, `code`, `detail` and `line` of documents of one kind that use the record `$1`. */
interface Use {
  kind: SearchKind;
  documents: string;
}

const PURCHASE_ORDERS = `select o.id, o.order_number as code, null as detail, null::integer as line from purchase_orders o
  where o.deleted_at is null and o.status <> 'fullyReceived'`;
const CUSTOMER_ORDERS = `select o.id, o.order_number as code, null as detail, null::integer as line from customer_orders o
  where o.deleted_at is null`;
const UNINVOICED = `select p.id, p.packing_list_number as code, null as detail, null::integer as line
  from packing_lists p left join invoices v on v.id = p.invoice_id
  where p.status = 'issued' and (v.id is null or v.status = 'draft')`;

/** Batches that were used without a document that has a screen: runs, splits, movements by hand, measurements, recalls. */
const USED_ALONE = `select batch_id from (${USED_GOODS}) u
  where u.document_id is null or u.source_type is null or u.source_type not in ('SO', 'INV')`;

/** By the path of the record's calls. The conditions are those that refuse the deletion or the cancellation. */
const USES: Record<string, readonly Use[]> = {
  products: [
    {
      kind: 'purchase_order',
      documents: `${PURCHASE_ORDERS} and exists (select from purchase_order_items i where i.order_id = o.id and i.product_id = $1)`,
    },
    {
      kind: 'customer_order',
      documents: `${CUSTOMER_ORDERS} and exists (
        select from customer_order_items i where i.order_id = o.id and i.product_id = $1 and i.open_quantity > 0)`,
    },
    {
      kind: 'packing_list',
      documents: `${UNINVOICED} and exists (select from packing_list_items i where i.packing_list_id = p.id and i.product_id = $1)`,
    },
    {
      kind: 'batch',
      documents: `select b.id, b.batch_number as code, p.code as detail, null::integer as line
        from batches b join products p on p.id = b.product_id
        where b.product_id = $1 and b.batch_number <> ''
          and exists (select from stock_balances s where s.product_id = $1 and s.batch_id = b.id and s.quantity > 0)`,
    },
    {
      kind: 'warehouse',
      documents: `select w.id, w.name as code, null as detail, null::integer as line from warehouses w
        where exists (
          select from stock_balances s join batches b on b.id = s.batch_id
          where s.product_id = $1 and s.warehouse_id = w.id and s.quantity > 0 and b.batch_number = '')`,
    },
  ],
  suppliers: [{ kind: 'purchase_order', documents: `${PURCHASE_ORDERS} and o.supplier_id = $1` }],
  customers: [
    {
      kind: 'customer_order',
      documents: `${CUSTOMER_ORDERS} and o.customer_id = $1
        and exists (select from customer_order_items i where i.order_id = o.id and i.open_quantity > 0)`,
    },
    { kind: 'packing_list', documents: `${UNINVOICED} and p.invoice_id is null and p.customer_id = $1` },
    {
      kind: 'invoice',
      documents: `select v.id, coalesce(v.invoice_number, 'BOZZA-' || v.id) as code, null as detail, null::integer as line
        from invoices v
        where v.customer_id = $1 and v.type = 'invoice' and v.status in ('draft', 'sent', 'partly_paid') and v.deleted_at is null`,
    },
  ],
  machines: [
    {
      kind: 'customer_order',
      documents: `${CUSTOMER_ORDERS} and exists (
        select from production_schedulings s join customer_order_items i on i.id = s.order_item_id
        where i.order_id = o.id and s.machine_id = $1 and i.production_status <> 'completato')`,
    },
  ],
  'condizioni-pagamento': [
    {
      kind: 'customer',
      documents: `select c.id, c.business_name as code, null as detail, null::integer as line from customers c
        where c.tipo_pagamento_id = $1 and c.deleted_at is null`,
    },
    {
      kind: 'supplier',
      documents: `select s.id, s.business_name as code, null as detail, null::integer as line from suppliers s
        where s.tipo_pagamento_id = $1 and s.deleted_at is null`,
    },
  ],
  'purchase-orders': [
    {
      kind: 'goods_receipt',
      documents: `select r.id, r.document_number as code, null as detail,
          (select min(i.order_item_id) from goods_receipt_items i where i.receipt_id = r.id) as line
        from goods_receipts r where r.order_id = $1 and r.cancelled_at is null`,
    },
  ],
  'goods-receipts': [
    {
      kind: 'purchase_invoice',
      documents: `select v.id, v.number as code, null as detail, null::integer as line from purchase_invoices v
        where exists (
          select from purchase_invoice_lines l join goods_receipt_items i on i.id = l.receipt_item_id
          where l.purchase_invoice_id = v.id and i.receipt_id = $1)`,
    },
    {
      kind: 'packing_list',
      documents: `select p.id, p.packing_list_number as code, null as detail, null::integer as line from packing_lists p
        where p.id in (select document_id from (${USED_GOODS}) u where u.source_type = 'SO')`,
    },
    {
      kind: 'stock_count',
      documents: `select c.id, w.name as code, null as detail, null::integer as line
        from stock_counts c join warehouses w on w.id = c.warehouse_id
        where c.id in (select document_id from (${USED_GOODS}) u where u.source_type = 'INV')`,
    },
    {
      kind: 'reel',
      documents: `select r.batch_id as id, r.code, null as detail, null::integer as line from reels r
        where r.batch_id in (${USED_ALONE})`,
    },
    {
      kind: 'batch',
      documents: `select b.id, b.batch_number as code, p.code as detail, null::integer as line
        from batches b join products p on p.id = b.product_id
        where b.batch_number <> '' and b.id in (${USED_ALONE}) and not exists (select from reels r where r.batch_id = b.id)`,
    },
    {
      kind: 'product',
      documents: `select p.id, p.code, null as detail, null::integer as line from products p
        where exists (select from batches b where b.product_id = p.id and b.batch_number = '' and b.id in (${USED_ALONE}))`,
    },
  ],
  'customer-orders': [
    {
      kind: 'packing_list',
      documents: `select p.id, p.packing_list_number as code, null as detail, null::integer as line
        from packing_lists p where p.order_id = $1 and p.status = 'issued'`,
    },
    {
      kind: 'machine',
      documents: `select m.id, m.code, null as detail, null::integer as line from machines m
        where exists (
          select from production_schedulings s join customer_order_items i on i.id = s.order_item_id
          where i.order_id = $1 and s.machine_id = m.id)`,
    },
  ],
};

/**
 * The documents that keep the record of a refused deletion or cancellation: of `DELETE /products/{id}`, those that use the
 * product.
 */
export async function readUsesOf(db: Db, request: FastifyRequest): Promise<UsedBy[]> {
  const call = `${request.method} ${request.routeOptions.url ?? ''}`;
  const named = /^DELETE \/api\/([\w-]+)\/:id$|^POST \/api\/([\w-]+)\/:id\/cancel$/.exec(call);
  const entity = named?.[1] ?? named?.[2];
  const id = Number((request.params as { id?: string }).id);
  return entity && request.caller ? readUsedBy(db, { entity, id, caller: request.caller }) : [];
}

/**
 * Reads up to five documents, newest first of each kind, that keep a record from being deleted or cancelled: only those of kinds
 * that the caller may read. `path` is null where the caller may open no screen that shows the document.
 * @param entity the path of the record's calls: `products`
 */
async function readUsedBy(
  db: Db,
  { entity, id, caller }: { entity: string; id: number; caller: Rights },
): Promise<UsedBy[]> {
  const used: UsedBy[] = [];
  for (const { kind, documents } of USES[entity] ?? []) {
    if (used.length >= MOST || !can(caller, SEARCH_NEEDS[kind])) continue;
    const statement = `select * from (${documents}) d order by d.id desc limit ${MOST - used.length}`;
    const { rows } = await db.executeQuery<Omit<FoundRecord, 'label'>>(CompiledQuery.raw(statement, [id]));
    for (const row of rows) {
      const label = row.code ?? '';
      used.push({ kind, id: row.id, label, path: addressFor(caller.role, kind, { ...row, label }) });
    }
  }
  return used;
}
