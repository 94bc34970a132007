import { useQuery } from '@tanstack/react-query';
import type { ItemToPack, PackingList } from '@bobina/contract/sales/packing-lists.ts';
import { api } from '../../../lib/api/api.ts';
import { lineFor, leftOf, type PackingLine } from './packing-line.ts';

const MOST = 1000;

/**
 * Reads a cancelled packing list and what is left to deliver of its order. @returns the content of a new packing list with
 * the same lines, each with at most the quantity that is left
 */
export function useSameLines(id: number | undefined) {
  const list = useQuery({ ...api.packingLists.get.query({ id: id ?? 0 }), enabled: id !== undefined });
  const orderId = list.data?.order_id;
  const items = useQuery({
    ...api.packingLists.itemsToPack.query({ orderId: orderId ?? 0, query: { limit: MOST } }),
    enabled: orderId !== undefined,
  });
  const retry = () => {
    for (const query of [list, items]) if (query.error) void query.refetch();
  };
  const data = list.data && items.data && contentOf(list.data, items.data.rows);
  return { data, error: list.error ?? items.error, retry };
}

function contentOf(list: PackingList, rows: readonly ItemToPack[]) {
  const items: PackingLine[] = [];
  for (const { order_item_id, warehouse_id, batch_number, quantity, unit_price } of list.items) {
    const item = rows.find((row) => row.order_item_id === order_item_id);
    const left = item ? Math.min(quantity, leftOf(item, items)) : 0;
    if (item && left > 0)
      items.push({
        ...lineFor(item, left),
        warehouse_id,
        batch_number,
        quantity: left,
        ...(unit_price !== undefined && { unit_price }),
      });
  }
  const {
    customer_id,
    order_id,
    destination_id,
    carrier,
    reason,
    appearance,
    packages,
    gross_weight,
    net_weight,
    notes,
  } = list;
  const transport = { carrier, reason, appearance, packages, gross_weight, net_weight };
  return {
    customer_id,
    order_id,
    destination_id,
    ...transport,
    notes: notes ?? '',
    items,
  };
}
