/** The key figures of a product, customer, supplier or machine, for the top of its page. */
import { z } from 'zod';
import { get } from '../core/endpoint.ts';
import { CURRENCIES } from '../core/fields.ts';
import type { Capability } from '../core/permissions.ts';

/** The figures of each entity, in the order of display, and the capabilities that each requires. */
export const FIGURES = {
  products: {
    stock: ['stock.read'],
    committed: ['customer_orders.read'],
    coming: ['purchase_orders.read'],
    free: ['stock.read', 'customer_orders.read'],
  },
  customers: {
    open_orders: ['customer_orders.read'],
    to_invoice: ['packing_lists.read', 'invoices.read'],
    overdue: ['invoices.read'],
    turnover: ['invoices.read'],
  },
  suppliers: {
    open_orders: ['purchase_orders.read'],
    late_orders: ['purchase_orders.read'],
    ordered: ['purchase_orders.amounts'],
  },
  machines: { jobs: ['production.plan'], minutes: ['production.plan'] },
} as const satisfies Record<string, Record<string, readonly Capability[]>>;
export type FigureEntity = keyof typeof FIGURES;
export type FigureName = { [E in FigureEntity]: keyof (typeof FIGURES)[E] }[FigureEntity];

const NAMES = [...new Set(Object.values(FIGURES).flatMap((figures) => Object.keys(figures)))] as [
  FigureName,
  ...FigureName[],
];

export const Figure = z
  .object({
    name: z.enum(NAMES),
    value: z.number(),
    /** The currency of an amount; amounts in several currencies are several figures. */
    currency: z.enum(CURRENCIES).nullable(),
  })
  .meta({ id: 'Figure' });
export type Figure = z.infer<typeof Figure>;

export const figures = {
  get: get('/figures/{entity:text}/{id}', {
    summary: 'Key figures of a product, customer, supplier or machine',
    description:
      'Returns the key figures of a record. `products`: stock, quantity committed to customer orders, quantity coming from purchase orders, and free stock (stock less committed). `customers`: open orders, packing lists to invoice, overdue amount, and turnover of the current year without VAT. `suppliers`: open orders, orders past their arrival day, and the amount ordered in the current year. `machines`: jobs that are not completed, and their minutes. Figures that the caller may not see are left out; another entity and an unknown record are a 404.',
    needs: 'registry.read',
    reply: z.array(Figure),
  }),
};
