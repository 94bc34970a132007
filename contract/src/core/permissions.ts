/**
 * The permission table: the server's guards, the router, the hub cards and the buttons read it. An entry without roles
 * is granted to no user. The server does not start with a call that names no entry.
 */
export const ROLES = ['admin', 'direction', 'administration', 'orders', 'warehouse', 'sales'] as const;
export type Role = (typeof ROLES)[number];

const [A, D, AD, O, W, S] = ROLES;
const everyone = ROLES;

export const CAPABILITIES = {
  'registry.read': everyone,
  'events.read': everyone,
  'products.write': [A, D, O, S],
  'warehouses.write': [A, D, O, S],
  'suppliers.write': [A, D, O, S],
  'customers.write': [A, D, O, S],
  'machines.write': [A, D, O, S],
  'payment_terms.write': [A, D, O, S],
  'vat_codes.write': [A, D, O, S],
  'company.write': [A, D],
  'settings.manage': [A, D],
  'prices.read': [A, D, AD, O, S],
  'prices.write': [A, D, AD, O, S],
  'purchase_orders.read': [A, D, O, W, S],
  'purchase_orders.amounts': [A, D, O, S],
  'purchase_orders.write': [A, D, O, S],
  'goods_receipts.write': [A, D, O, W, S],
  'goods_receipts.force': [A, D],
  'packing_lists.read': everyone,
  'packing_lists.amounts': [A, D, AD, O, S],
  'packing_lists.write': [A, D, O, S],
  'invoices.read': [A, D, AD, O, S],
  'invoices.write': [A, D, O, S],
  'invoices.settle': [A, D, AD],
  'transmissions.write': [A, D, AD, O, S],
  'declarations.write': [A, D, AD],
  'accounting.read': [A, D, AD],
  'accounting.close': [A, D, AD],
  'payments.read': [A, D, AD, O, S],
  'payments.write': [A, D, AD],
  'purchase_invoices.read': [A, D, AD, O],
  'purchase_invoices.write': [A, D, AD],
  'stock.read': [A, D, O, W, S],
  'stock.write': [A, D, O, W, S],
  'stock.values': [A, D, O, S],
  'valuation.read': [A, D, AD, O, S],
  'customer_orders.read': everyone,
  'customer_orders.amounts': [A, D, AD, O, S],
  'customer_orders.write': [A, D, O, S],
  'customer_prices.read': [A, D, AD, O, S],
  'customer_prices.write': [A, D, AD, O, S],
  'production.plan': [A, D, AD, W],
  'production.load': [A, D, W],
  'quality.hold': [A, D, W],
  'quality.release': [A, D],
  'runs.read': [A, D, AD, W],
  'runs.write': [A, D, W],
  'trace.read': [A, D, AD, O, W, S],
  'recalls.write': [A, D, W],
  'costs.read': [A, D, AD],
  'users.manage': [A, D],
} as const satisfies Record<string, readonly Role[]>;
export type Capability = keyof typeof CAPABILITIES;

/** Areas of the interface: the router checks them before it opens a screen. */
export const ROUTE_PERMISSIONS = {
  REGISTRY: [A, D, O, S],
  OPERATIONS: everyone,
  REPORTS: everyone,
  USERS: [A, D],
  PRODUCTION: [A, D, AD, W],
  SIGNED_IN: everyone,
} as const satisfies Record<string, readonly Role[]>;
export type RoutePermission = keyof typeof ROUTE_PERMISSIONS;

/** Cards of the home and of the hubs: shown to these roles only. */
export const CARDS = {
  registry: ROUTE_PERMISSIONS.REGISTRY,
  operations: ROUTE_PERMISSIONS.OPERATIONS,
  reports: ROUTE_PERMISSIONS.REPORTS,
  users: ROUTE_PERMISSIONS.USERS,
  customerOrders: [A, D, O, S],
  production: ROUTE_PERMISSIONS.PRODUCTION,
  purchaseOrders: [A, D, O, S],
  purchaseProposals: CAPABILITIES['purchase_orders.read'],
  goodsReceipt: [A, D, W, O, S],
  purchaseInvoices: CAPABILITIES['purchase_invoices.read'],
  prices: CAPABILITIES['prices.read'],
  sales: [A, D, AD, O, S],
  shipments: CAPABILITIES['stock.read'],
  payments: CAPABILITIES['payments.read'],
  stockMovements: [A, D, W, O, S],
  productionLoad: CAPABILITIES['production.load'],
  transfers: CAPABILITIES['stock.write'],
  scan: CAPABILITIES['stock.read'],
  stockLevels: CAPABILITIES['stock.read'],
  valuation: CAPABILITIES['valuation.read'],
  inventory: CAPABILITIES['stock.write'],
  runs: CAPABILITIES['runs.read'],
  yields: CAPABILITIES['runs.read'],
  margins: CAPABILITIES['costs.read'],
  accounting: CAPABILITIES['accounting.read'],
  settings: CAPABILITIES['settings.manage'],
} as const satisfies Record<string, readonly Role[]>;
export type Card = keyof typeof CARDS;

/** The rights of a caller: those of the role and, with a service token, only those that the token names. */
export interface Rights {
  readonly role: Role;
  readonly capabilities?: ReadonlySet<string> | undefined;
}
/** Whether a caller has a capability. The server uses this check, so that a service token limits its owner's role. */
export function can({ role, capabilities }: Rights, capability: Capability): boolean {
  return roleCan(role, capability) && (capabilities === undefined || capabilities.has(capability));
}
/** Whether a role has a capability. */
export function roleCan(role: Role, capability: Capability): boolean {
  return includes(CAPABILITIES[capability], role);
}
/** Whether a role may open the screens of an area. */
export function mayEnter(role: Role, permission: RoutePermission): boolean {
  return includes(ROUTE_PERMISSIONS[permission], role);
}
/** Whether a card is shown to a role. */
export function isOffered(role: Role, card: Card): boolean {
  return includes(CARDS[card], role);
}

/** The names of a caller's capabilities, as in the user object. */
export function capabilitiesOf(rights: Rights): Capability[] {
  return (Object.keys(CAPABILITIES) as Capability[]).filter((capability) => can(rights, capability));
}

function includes(roles: readonly Role[], role: Role) {
  return roles.includes(role);
}
