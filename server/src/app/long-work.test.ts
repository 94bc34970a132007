import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { PNG } from 'pngjs';
import { createPrinter } from '../areas/sales/documents/print/printer.ts';
import { sampleInvoice } from '../areas/sales/documents/print/samples.ts';
import { Problem } from '../platform/problem.ts';
import { startApi, type Answer, type Session } from '../testing/api.ts';
import { createCustomer } from '../testing/factories.ts';
import { matrixTest } from '../testing/matrix.ts';

const api = startApi();
function isProblem(code: string) {
  return (error: unknown) => error instanceof Problem && error.code === code;
}
const endless = { kind: 'invoice', report: sampleInvoice(30_000) } as const;
const small = { kind: 'invoice', report: sampleInvoice(1) } as const;

describe('a printer', () => {
  test('serves users round-robin, and refuses too many documents of one user', async () => {
    const printer = createPrinter();
    await printer.print(small, 1);
    const done: number[] = [];
    const of = (user: number) => printer.print(small, user).then(() => done.push(user));
    const many = Promise.allSettled(Array.from({ length: 100 }, () => of(1)));
    await of(2);
    const results = await many;
    assert.ok(done.indexOf(2) <= 3, `${done.indexOf(2)} documents were printed before`);
    const refused = results.filter(({ status }) => status === 'rejected');
    assert.equal(refused.length, 100 - 51);
    for (const { reason } of refused as PromiseRejectedResult[]) {
      assert.ok(isProblem('TOO_MANY_REQUESTS')(reason));
      assert.ok((reason as Problem).details.retryAfterSeconds! > 0);
    }
  });
});

function picture(width: number, height: number) {
  return `data:image/png;base64,${PNG.sync.write(new PNG({ width, height })).toString('base64')}`;
}
function sizeOf(logo: string) {
  const { width, height } = PNG.sync.read(Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64'));
  return [width, height];
}

matrixTest(
  'Q34: the deadline of a PDF runs from its start and ends it alone, PDFs and imports take turns by user, and the logo is scaled when saved',
  async () => {
    const printer = createPrinter(8_000);
    await printer.print(small, 1);
    const [long, ...others] = await Promise.allSettled([
      printer.print(endless, 1),
      ...Array.from({ length: 60 }, () => printer.print(small, 1)),
      printer.print(small, 2),
    ]);
    assert.ok(long!.status === 'rejected' && isProblem('UNAVAILABLE')(long.reason));
    assert.equal(
      others.filter(({ status }) => status === 'fulfilled').length,
      50 + 1,
      'fifty wait, and the other user',
    );
    for (const other of others)
      if (other.status === 'rejected') assert.ok(isProblem('TOO_MANY_REQUESTS')(other.reason));

    // Locks the products, so that imports wait.
    const customer = await createCustomer(api.admin);
    const body = {
      customerId: customer.id,
      orders: [
        {
          numero_ordine_cliente: 'A-1',
          data_ordine: '2026-03-01',
          codice_prodotto: 'NONE',
          quantita: 1,
          data_consegna: '2026-03-02',
          prezzo_unitario: 1,
        },
      ],
    };
    const send = (session: Session) => session.post('/customer-orders/bulk-import', body);
    const ended: Answer[] = [];
    const { promise: full, resolve: isFull } = Promise.withResolvers<void>();
    const watch = async (session: Session) => {
      const answer = await send(session);
      ended.push(answer);
      if (ended.length === 24) isFull();
      return answer;
    };
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const { promise: isLeft, resolve: release } = Promise.withResolvers<void>();
    const holding = api.db.transaction().execute(async (tx) => {
      await sql`lock table products in access exclusive mode`.execute(tx);
      hold();
      await isLeft;
    });
    await isHeld;
    const many = Promise.all(Array.from({ length: 40 }, () => watch(api.orders)));
    const other = send(api.sales);
    await full;
    assert.deepEqual([...new Set(ended.map(({ status }) => status))], [429]);
    for (const { headers } of ended) assert.ok(Number(headers.get('retry-after')) > 0);
    release();
    await holding;
    assert.equal((await other).status, 200);
    assert.equal((await many).filter(({ status }) => status === 200).length, 16);

    const saved = await api.admin.put('/company', { logo: picture(3_000, 1_500) });
    assert.deepEqual(sizeOf(saved.body.logo), [434, 217]);
    assert.equal((await api.admin.put('/company', { logo: saved.body.logo })).body.logo, saved.body.logo);
  },
);
