/** Reels of the demo company: paper and film of several widths, a reel that was weighed, and one on hold. */
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { OrderToReceive } from '@bobina/contract/purchasing/receipts.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import type { Call } from './call.ts';
import { dayOf } from './days.ts';
import { cutKraft, laminateForOrder, startCutting } from './runs.ts';

/** No finished product is made of these weights, so they change neither materials nor purchase proposals. */
const PRODUCTS = {
  kraft: {
    code: 'RKR-100',
    name: 'Carta kraft avana 100 g',
    description: 'Carta kraft avana 100 g/m² in bobina, ogni fascia',
    category: 'Carta in bobina',
    peso_carta: 100,
    spessore_carta: 130,
  },
  coated: {
    code: 'RPA-115',
    name: 'Carta patinata 115 g',
    description: 'Carta patinata 115 g/m² in bobina, ogni fascia',
    category: 'Carta in bobina',
    peso_carta: 115,
    spessore_carta: 95,
  },
  film: {
    code: 'RBO-040',
    name: 'Film BOPP 40 µm',
    description: 'Film BOPP trasparente 40 µm in bobina, ogni fascia',
    category: 'Film in bobina',
    spessore_film: 40,
    densita_film: 0.91,
  },
} as const;
type Kind = keyof typeof PRODUCTS;

/** The prefix of a product with the same supplier, and the price per kg. */
const SOURCES: Record<Kind, readonly [string, number]> = {
  kraft: ['KRA', 1.08],
  coated: ['SOL', 1.34],
  film: ['BOP', 2.46],
};

interface Delivery {
  daysAgo: number;
  kind: Kind;
  lot: string;
  /** The mill number of the first reel; the others follow. */
  mill: number;
  /** Width in mm, net weight in kg, location. */
  reels: readonly (readonly [number, number, string])[];
}

/** Oldest first. */
const DELIVERIES: readonly Delivery[] = [
  {
    daysAgo: 58,
    kind: 'kraft',
    lot: 'K-7731',
    mill: 881_204,
    reels: [
      [1200, 612.5, 'A1-01'],
      [1200, 598, 'A1-02'],
      [1000, 505.5, 'A1-03'],
      [700, 348, 'A2-01'],
    ],
  },
  {
    daysAgo: 37,
    kind: 'coated',
    lot: 'P-2290',
    mill: 440_517,
    reels: [
      [1020, 541, 'A3-01'],
      [1020, 538.5, 'A3-02'],
      [880, 466, 'A3-03'],
    ],
  },
  {
    daysAgo: 20,
    kind: 'film',
    lot: 'F-0618',
    mill: 90_331,
    reels: [
      [820, 214.6, 'B1-01'],
      [820, 212.2, 'B1-02'],
      [640, 168.4, 'B1-03'],
      [640, 167.9, 'B1-04'],
    ],
  },
  {
    daysAgo: 9,
    kind: 'kraft',
    lot: 'K-7946',
    mill: 884_010,
    reels: [
      [1200, 605, 'A1-04'],
      [900, 452.5, 'A2-02'],
    ],
  },
];
const TARE_KG = 6.5;
const CORE_MM = 172;

/** Creates the reel products. @returns a function that runs one working day; called from the oldest day to today */
export async function openReelStore(
  call: Call,
  products: readonly Product[],
  [warehouse, semiFinished, finishedGoods]: readonly number[],
): Promise<(daysAgo: number) => Promise<void>> {
  const made = {} as Record<Kind, Product>;
  for (const kind of Object.keys(PRODUCTS) as Kind[]) made[kind] = await createReelProduct(call, products, kind);
  const received: Reel[] = [];
  const floor = () => ({
    call,
    kraft: received[1]!,
    film: received[7]!,
    finishedGoods: finishedGoods!,
    semiFinished: semiFinished!,
  });
  let cut: Reel[] = [];
  const acts: [daysAgo: number, act: () => Promise<unknown>][] = [
    ...DELIVERIES.map((delivery): [number, () => Promise<unknown>] => [
      delivery.daysAgo,
      async () => received.push(...(await receive(call, made[delivery.kind], warehouse!, delivery))),
    ]),
    [6, () => call('POST', `/reels/${received[0]!.batch_id}/weigh`, { gross_kg: 605.4, splices: 1 })],
    [
      5,
      () =>
        call('POST', `/batches/${received[6]!.batch_id}/hold`, { reason: 'Bordo danneggiato: attendere la cartiera' }),
    ],
    [5, async () => (cut = await cutKraft(floor()))],
    [3, () => laminateForOrder(floor(), cut[0]!, 3)],
    [0, () => startCutting(floor(), cut[1]!)],
    [0, () => practiseRecall(call, received[1]!)],
  ];
  return async (daysAgo) => {
    while (acts[0] && acts[0][0] >= daysAgo) await acts.shift()![1]();
  };
}

/** Attaches the mill's certificate to the batch of a reel, which was cut, laminated and delivered, and practises its recall. */
async function practiseRecall(call: Call, { batch_id }: Reel): Promise<void> {
  const form = new FormData();
  form.append('file', new File(['LOT;g/m²;µm;H₂O %\nK-7731;100.4;131;6.8\n'], 'K-7731.csv'));
  await call('POST', `/batches/${batch_id}/attachments`, form);
  await call('POST', '/recalls', { batch_ids: [batch_id], reason: 'Prova annuale di rintracciabilità', drill: true });
}

async function createReelProduct(call: Call, products: readonly Product[], kind: Kind): Promise<Product> {
  const [prefix, price] = SOURCES[kind];
  const { supplier_id } = products.find(({ code }) => code.startsWith(prefix))!;
  const product = await call<Product>('POST', '/products', {
    ...PRODUCTS[kind],
    supplier_id,
    unit_of_measure: 'kg',
    currency: 'EUR',
    has_batch: true,
    is_reel: true,
    categoria_vat_codice: '22',
    categoria_vat_valore: 22,
  });
  await call('POST', '/prices', { product_id: product.id, supplier_id, price, start_date: dayOf(120) });
  return product;
}

/** Orders and receives the reels of a delivery on the day of the clock. */
async function receive(call: Call, product: Product, warehouse: number, delivery: Delivery): Promise<Reel[]> {
  const { daysAgo, kind, lot, mill, reels } = delivery;
  const { id } = await call<{ id: number }>('POST', '/purchase-orders', {
    supplier_id: product.supplier_id,
    order_date: dayOf(daysAgo),
    requested_arrival_date: dayOf(daysAgo),
    items: [
      {
        product_id: product.id,
        quantity: toNumber(sum(reels.map(([, kg]) => decimalOf(kg)))),
        unit_price: SOURCES[kind][1],
      },
    ],
  });
  const order = await call<OrderToReceive>('GET', `/goods-receipts/order-details/${id}`);
  const receipt = await call<{ reels: Reel[] }>('POST', '/goods-receipts/receive', {
    order_id: id,
    document_number: `${mill % 10_000}/${dayOf(daysAgo).slice(2, 4)}`,
    document_date: dayOf(daysAgo),
    items: [
      {
        order_item_id: order.items[0]!.id,
        product_id: product.id,
        warehouse_id: warehouse,
        reels: reels.map(([width_mm, kg, location], index) => ({
          width_mm,
          kg,
          tare_kg: TARE_KG,
          core_mm: CORE_MM,
          supplier_lot: lot,
          mill_number: String(mill + index),
          location,
        })),
      },
    ],
  });
  return receipt.reels;
}
