/** Puts the parts of a recall together. Pure. */
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import type { RecallPack, RecalledFile, RecalledSupply, TraceNode } from '@bobina/contract/system/trace.ts';

/** A delivery of a batch and its customer, as sales reads them. */
type Delivery = Omit<RecallPack['customers'][number], 'deliveries'> &
  Omit<RecallPack['customers'][number]['deliveries'][number], 'batch_number' | 'product_code' | 'unit_of_measure'>;

/**
 * Builds the stored answer of a recall: the batches with their recipients, the customers by name with their deliveries, and the
 * suppliers, and the files at the batches. @param recalled the batches that the recall names
 */
export function packOf({
  nodes,
  recalled,
  deliveries,
  suppliers,
  attachments,
}: {
  nodes: readonly TraceNode[];
  recalled: ReadonlySet<number>;
  deliveries: readonly Delivery[];
  suppliers: RecalledSupply[];
  attachments: RecalledFile[];
}): RecallPack {
  const byBatch = new Map(nodes.map((node) => [node.batch_id, node]));
  const customers = new Map<number, RecallPack['customers'][number]>();
  for (const { customer_id, customer_name, contact_name, email, phone, language, ...delivery } of deliveries) {
    const { batch_number, product_code, unit_of_measure } = byBatch.get(delivery.batch_id)!;
    const customer = customers.get(customer_id) ?? {
      customer_id,
      customer_name,
      contact_name,
      email,
      phone,
      language,
      deliveries: [],
    };
    customer.deliveries.push({ ...delivery, batch_number, product_code, unit_of_measure });
    customers.set(customer_id, customer);
  }
  return {
    batches: nodes.map((node) => ({
      ...node,
      recalled: recalled.has(node.batch_id),
      foots: foots(node),
      to_whom: deliveries
        .filter(({ batch_id }) => batch_id === node.batch_id)
        .map(({ customer_id, customer_name, packing_list_number, date, quantity }) => ({
          customer_id,
          customer_name,
          packing_list_number,
          date,
          quantity,
        })),
    })),
    customers: [...customers.values()].toSorted(
      (a, b) => a.customer_name.localeCompare(b.customer_name, 'it') || a.customer_id - b.customer_id,
    ),
    suppliers,
    attachments,
  };
}

/** Whether the goods of a batch are all accounted for: made + adjusted = delivered + used + in stock. */
export function foots({ made, adjusted, delivered, used_on, in_stock }: TraceNode): boolean {
  return decimalOf(made).plus(adjusted).eq(decimalOf(delivered).plus(used_on).plus(in_stock));
}
