/** Scenes of the invoices of suppliers: typed, matched to receipts, disputed, accepted with prices and costs, deleted. */
import { today } from '../../company.ts';
import { act, PAST, type Cell, type Maker, type Scene } from '../scene.ts';

async function build(maker: Maker): Promise<Cell> {
  const [supplier, other] = [await maker.supplier(), await maker.supplier()];
  const [paper, glue] = [await maker.product({ has_batch: true }), await maker.product()];
  const warehouse = await maker.warehouse();
  const order = await maker.ask('POST', '/purchase-orders', {
    supplier_id: supplier,
    order_date: '2026-03-01',
    requested_arrival_date: '2026-03-20',
    items: [
      { product_id: paper, quantity: 20, unit_price: 2 },
      { product_id: glue, quantity: 5, unit_price: 3 },
    ],
  });
  const receipt = await maker.ask('POST', '/goods-receipts/receive', {
    document_number: 'DDT1',
    document_date: PAST,
    order_id: order.id,
    items: [
      {
        order_item_id: order.items[0].id,
        quantity: 10,
        warehouse_id: warehouse,
        batches: [{ batch_number: 'L1', quantity: 10 }],
      },
      { order_item_id: order.items[1].id, quantity: 5, warehouse_id: warehouse },
    ],
  });
  await maker.ask('POST', '/prices', {
    product_id: paper,
    supplier_id: supplier,
    price: 1.9,
    start_date: '2026-01-01',
    end_date: null,
  });
  const [paperReceipt, glueReceipt] = (
    await maker.ask('GET', `/purchase-invoices/not-invoiced?supplier_id=${supplier}&sort=receipt_date`)
  )
    .toSorted((a: { product_id: number }, b: { product_id: number }) => a.product_id - b.product_id)
    .map(({ receipt_item_id }: { receipt_item_id: number }) => receipt_item_id);
  const at = { supplier, other, paper, glue, warehouse, order, receipt, paperReceipt, glueReceipt };
  const bill = (number: string, lines: object[]) =>
    maker.ask('POST', '/purchase-invoices', { ...head(supplier, number), lines });
  return maker.done({
    ...at,
    // 4 of the 10 received are billed; the other two invoices match 5 of the remaining 6.
    billed: await bill('F1', [{ ...line(4, 2.5), product_id: paper, receipt_item_id: paperReceipt }]),
    unmatched: await bill('F2', [line(5, 2.1), { description: 'Trasporto', unit_price: 12, vat_rate: 22 }]),
    rival: await bill('F3', [line(5, 2.2)]),
  });
}

function head(supplier_id: number, number: string) {
  return { supplier_id, number, document_date: PAST };
}
/** A line with a supplier code that is not confirmed yet. */
function line(quantity: number, unit_price: number) {
  return { description: 'Carta', supplier_code: 'K80', quantity, unit_price, vat_rate: 22 };
}
function enters(number: string, quantity: number, given: (at: Cell['at']) => object = () => ({})) {
  return [
    'POST',
    () => '/purchase-invoices',
    (at: Cell['at']) => ({ ...head(at.supplier, number), lines: [{ ...line(quantity, 2.05), ...given(at) }] }),
  ] as const;
}
function path(name: string, tail = '') {
  return (at: Cell['at']) => `/purchase-invoices/${at[name].id}${tail}`;
}
function matches(name: string, product: string, receipt: string) {
  return [
    'PUT',
    path(name, '/match'),
    (at: Cell['at']) => ({
      lines: [{ id: at[name].lines[0].id, product_id: at[product], receipt_item_id: at[receipt] }],
    }),
  ] as const;
}
function onPaper(at: Cell['at']) {
  return { product_id: at.paper, receipt_item_id: at.paperReceipt };
}

export const billing: Scene = {
  name: 'billing',
  isBuiltAnew: true,
  // Building three cells takes seconds.
  share: 1 / 3,
  build,
  acts: [
    act('enter 6 of the receipt', 'administration', ...enters('F4', 6, onPaper)),
    act('enter 3 of the receipt', 'direction', ...enters('F5', 3, onPaper)),
    act('enter the same number', 'admin', ...enters('f4', 1)),
    act('enter an unknown code', 'administration', ...enters('F6', 2)),
    act('match', 'administration', ...matches('unmatched', 'paper', 'paperReceipt')),
    act('match the rival', 'direction', ...matches('rival', 'paper', 'paperReceipt')),
    act('match to the glue', 'admin', ...matches('rival', 'glue', 'glueReceipt')),
    act('match the billed elsewhere as read', 'administration', ...matches('billed', 'glue', 'glueReceipt'), {
      version: (at) => at.billed.version,
    }),
    act('match again', 'direction', 'PUT', path('unmatched', '/match'), () => ({ lines: [] })),
    act('give it to the other supplier', 'admin', 'PUT', path('rival', '/match'), (at) => ({
      supplier_id: at.other,
      lines: [],
    })),
    act('accept', 'administration', 'PUT', path('billed', '/accept'), () => ({})),
    act('accept with prices', 'direction', 'PUT', path('unmatched', '/accept'), () => ({ update_prices: true })),
    act('accept the rival with prices', 'admin', 'PUT', path('rival', '/accept'), () => ({ update_prices: true })),
    act('accept as read', 'administration', 'PUT', path('unmatched', '/accept'), () => ({}), {
      version: (at) => at.unmatched.version,
    }),
    act('dispute', 'administration', 'PUT', path('billed', '/dispute'), () => ({ notes: 'Prezzo diverso' })),
    act('dispute the unmatched', 'direction', 'PUT', path('unmatched', '/dispute'), () => ({ notes: 'Mai ordinato' })),
    act('delete the billed', 'administration', 'DELETE', path('billed')),
    act('delete the rival', 'direction', 'DELETE', path('rival')),
    act(
      'cancel the receipt',
      'warehouse',
      'POST',
      (at) => `/goods-receipts/${at.receipt.receipt_id}/cancel`,
      () => ({ reason: 'DDT sbagliato' }),
    ),
    act(
      'receive 4 more',
      'warehouse',
      'POST',
      () => '/goods-receipts/receive',
      (at) => ({
        document_number: 'DDT2',
        document_date: PAST,
        order_id: at.order.id,
        items: [
          {
            order_item_id: at.order.items[0].id,
            quantity: 4,
            warehouse_id: at.warehouse,
            batches: [{ batch_number: 'L1', quantity: 4 }],
          },
        ],
      }),
    ),
    act(
      'dearer from today',
      'orders',
      'POST',
      () => '/prices',
      (at) => ({ product_id: at.paper, supplier_id: at.supplier, price: 2.3, start_date: today(), end_date: null }),
    ),
    act(
      'order at another price',
      'orders',
      'PUT',
      (at) => `/purchase-orders/${at.order.id}`,
      (at) => ({
        items: at.order.items.map((item: Cell['at']) => ({
          id: item.id,
          product_id: item.product_id,
          quantity: item.quantity,
          unit_price: 4,
        })),
      }),
    ),
    act('delete the other supplier', 'orders', 'DELETE', (at) => `/suppliers/${at.other}`),
    act('delete the supplier', 'sales', 'DELETE', (at) => `/suppliers/${at.supplier}`),
  ],
};
