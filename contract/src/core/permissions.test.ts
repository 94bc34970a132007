import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  can,
  CAPABILITIES,
  capabilitiesOf,
  CARDS,
  isOffered,
  mayEnter,
  roleCan,
  ROLES,
  ROUTE_PERMISSIONS,
  type Capability,
  type Card,
  type Role,
  type RoutePermission,
} from './permissions.ts';

/**
 * The matrix written out a second time, a line per capability, a column per role: admin, direction, administration,
 * orders, warehouse, sales. A capability that is not here, or differs, fails.
 */
const MATRIX = `
  registry.read            x x x x x x
  events.read              x x x x x x
  products.write           x x . x . x
  warehouses.write         x x . x . x
  suppliers.write          x x . x . x
  customers.write          x x . x . x
  machines.write           x x . x . x
  payment_terms.write      x x . x . x
  vat_codes.write          x x . x . x
  company.write            x x . . . .
  settings.manage          x x . . . .
  prices.read              x x x x . x
  prices.write             x x x x . x
  purchase_orders.read     x x . x x x
  purchase_orders.amounts  x x . x . x
  purchase_orders.write    x x . x . x
  goods_receipts.write     x x . x x x
  goods_receipts.force     x x . . . .
  packing_lists.read       x x x x x x
  packing_lists.amounts    x x x x . x
  packing_lists.write      x x . x . x
  invoices.read            x x x x . x
  invoices.write           x x . x . x
  invoices.settle          x x x . . .
  transmissions.write      x x x x . x
  declarations.write       x x x . . .
  accounting.read          x x x . . .
  accounting.close         x x x . . .
  payments.read            x x x x . x
  payments.write           x x x . . .
  purchase_invoices.read   x x x x . .
  purchase_invoices.write  x x x . . .
  stock.read               x x . x x x
  stock.write              x x . x x x
  stock.values             x x . x . x
  valuation.read           x x x x . x
  customer_orders.read     x x x x x x
  customer_orders.amounts  x x x x . x
  customer_orders.write    x x . x . x
  customer_prices.read     x x x x . x
  customer_prices.write    x x x x . x
  production.plan          x x x . x .
  production.load          x x . . x .
  quality.hold             x x . . x .
  quality.release          x x . . . .
  runs.read                x x x . x .
  runs.write               x x . . x .
  trace.read               x x x x x x
  recalls.write            x x . . x .
  costs.read               x x x . . .
  users.manage             x x . . . .
`;
const ROUTES = `
  REGISTRY    x x . x . x
  OPERATIONS  x x x x x x
  REPORTS     x x x x x x
  USERS       x x . . . .
  PRODUCTION  x x x . x .
  SIGNED_IN   x x x x x x
`;
const CARDS_OFFERED = `
  registry        x x . x . x
  operations      x x x x x x
  reports         x x x x x x
  users           x x . . . .
  customerOrders  x x . x . x
  production      x x x . x .
  prices          x x x x . x
`;
const COLUMNS: Role[] = ['admin', 'direction', 'administration', 'orders', 'warehouse', 'sales'];
function read(table: string): [string, Role[]][] {
  return table
    .trim()
    .split('\n')
    .map((line) => {
      const [name, ...marks] = line.trim().split(/\s+/);
      assert.equal(marks.length, COLUMNS.length, line);
      return [name!, COLUMNS.filter((_, at) => marks[at] === 'x')];
    });
}

test('there are six roles', () => assert.deepEqual(ROLES, COLUMNS));

describe('capabilities', () => {
  const rows = read(MATRIX);
  test('the capabilities equal the matrix', () => {
    assert.deepEqual(Object.keys(CAPABILITIES).toSorted(), rows.map(([name]) => name).toSorted());
  });
  for (const [capability, roles] of rows)
    for (const role of COLUMNS)
      test(`${role} ${roles.includes(role) ? 'has' : 'has not'} ${capability}`, () => {
        assert.equal(roleCan(role, capability as Capability), roles.includes(role));
        assert.equal(can({ role }, capability as Capability), roles.includes(role));
        assert.equal(capabilitiesOf({ role }).includes(capability as Capability), roles.includes(role));
      });
});

describe('areas and cards', () => {
  test('the areas equal the table', () => {
    assert.deepEqual(
      Object.keys(ROUTE_PERMISSIONS).toSorted(),
      read(ROUTES)
        .map(([name]) => name)
        .toSorted(),
    );
  });
  for (const [name, roles] of read(ROUTES))
    test(`${roles.join(', ')} may enter ${name}`, () =>
      assert.deepEqual(
        ROLES.filter((role) => mayEnter(role, name as RoutePermission)),
        roles,
      ));
  for (const [name, roles] of read(CARDS_OFFERED))
    test(`${roles.join(', ')} see the card ${name}`, () =>
      assert.deepEqual(
        ROLES.filter((role) => isOffered(role, name as Card)),
        roles,
      ));
  test('every role that sees a card may enter its area', () => {
    const areas: Partial<Record<Card, RoutePermission>> = {
      prices: 'OPERATIONS',
      sales: 'OPERATIONS',
      stockLevels: 'REPORTS',
      valuation: 'REPORTS',
      users: 'USERS',
      production: 'PRODUCTION',
    };
    for (const [card, area] of Object.entries(areas))
      for (const role of CARDS[card as Card]) assert.ok(mayEnter(role, area), `${card} ${role}`);
  });
});
