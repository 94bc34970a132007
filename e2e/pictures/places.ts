/** The twelve screens of the README's pictures. */
import assert from 'node:assert/strict';
import type { Session } from '../../server/src/testing/api.ts';
import { DESKTOP, PHONE } from '../support/stage.ts';

export interface Place {
  /** Name of the file. */
  name: string;
  /** Address of the screen with rows of the demo company. */
  path: string;
  viewport: { width: number; height: number };
  isDark?: boolean;
  /** Whether the picture is taken without a session. */
  isSignedOut?: boolean;
}

/** Returns the screens with addresses of rows of the company that the session belongs to. */
export async function placesOf(session: Session): Promise<Place[]> {
  const [product, order, purchase, invoice, items] = await Promise.all([
    first(session, '/stock?q=kraft', 'product_id'),
    first(session, '/customer-orders?sort=-order_date', 'id'),
    first(session, '/purchase-orders?status=partiallyReceived', 'id'),
    first(session, '/invoices?sort=-due_date&status=sent', 'id'),
    idsOf(session, '/customer-orders/materials-calculation-items?limit=8', 'item_id'),
  ]);
  const desk = [
    { name: 'home', path: '/' },
    { name: 'product-list', path: '/anagrafica/prodotti' },
    { name: 'product', path: `/anagrafica/prodotti/${product}?tab=stock` },
    { name: 'order-form', path: `/ordiniclienti/inserimento-ordine?edit=${order}` },
    { name: 'board', path: '/produzione/programmazione?view=board' },
    { name: 'shipments', path: '/operazioni/spedizioni' },
    { name: 'receipt', path: `/operazioni/ricezione-merce/${purchase}` },
    { name: 'stock-levels', path: '/report/giacenze', isDark: true },
    { name: 'invoice', path: `/operazioni/vendite?tab=invoices&open=${invoice}` },
    { name: 'materials', path: `/produzione/calcolo-materiali?items=${items.join('.')}` },
    { name: 'sign-in', path: '/login', isSignedOut: true },
  ];
  return [...desk.map((place) => ({ ...place, viewport: DESKTOP })), { name: 'phone', path: '/', viewport: PHONE }];
}

async function first(session: Session, path: string, key: string): Promise<number> {
  const [id] = await idsOf(session, path, key);
  assert.ok(id, `${path} has a row`);
  return id;
}

/** The values of a column of a list. */
async function idsOf(session: Session, path: string, key: string): Promise<number[]> {
  const { status, body } = await session.get<Record<string, number>[]>(path);
  assert.equal(status, 200, path);
  return body.map((row) => row[key]!);
}
