/** GET /trace and /recalls. They read stock, sales and purchasing, so they belong to none of these areas. */
import type { recalls, trace, Trace, TraceDirection } from '@bobina/contract/system/trace.ts';
import { readSupplies } from '../../areas/purchasing/read-supplies.ts';
import { readDeliveries } from '../../areas/sales/documents/read-deliveries.ts';
import { readTrace } from '../../areas/stock/trace/read-trace.ts';
import type { Db } from '../../platform/database/db.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { notFound } from '../../platform/problem.ts';
import { createRecall } from './create-recall.ts';
import { listRecalls, readRecall } from './read-recall.ts';
import { recallFile } from './recall-file.ts';

export const traceHandlers: Handlers<typeof trace> = {
  of: ({ id, query: { direction = 'both' } }, { db }) => inSnapshot(db, (tx) => readTraceOf(tx, { id, direction })),
};

export const recallHandlers: Handlers<typeof recalls> = {
  list: ({ query }, reading) => listRecalls(reading, query),
  get: async ({ id, query: { format, lang }, accept }, { db, user, language }) => {
    const recall = await readRecall(db, id);
    const file = format === undefined ? accept : FILES[format];
    return file ? recallFile(db, { recall, file, language: lang ?? language, user }) : recall;
  },
  create: ({ body }, act) => createRecall(act, body),
};

const FILES = { json: undefined, pdf: 'application/pdf', csv: 'text/csv', zip: 'application/zip' } as const;

async function readTraceOf(db: Db, { id, direction }: { id: number; direction: TraceDirection }): Promise<Trace> {
  const { nodes, edges } = await readTrace(db, { batches: [id], direction });
  const self = nodes.find(({ batch_id }) => batch_id === id);
  if (!self) throw notFound();
  const made = nodes.filter((node) => node.direction !== 'backward').map(({ batch_id }) => batch_id);
  const from = nodes.filter((node) => node.direction !== 'forward').map(({ batch_id }) => batch_id);
  const isTraced = self.batch_number !== '';
  const deliveries = isTraced ? await readDeliveries(db, made) : [];
  return {
    batch_id: id,
    direction,
    traced: isTraced,
    nodes,
    edges,
    customers: deliveries.map(
      ({ customer_id, customer_name, packing_list_id, packing_list_number, date, batch_id, quantity }) => ({
        customer_id,
        customer_name,
        packing_list_id,
        packing_list_number,
        date,
        batch_id,
        quantity,
      }),
    ),
    suppliers: isTraced ? await readSupplies(db, from) : [],
  };
}
