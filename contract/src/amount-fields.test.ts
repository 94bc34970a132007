/**
 * Generic over the contract: which roles can get an amount in a JSON answer. It reads the schemas alone; that handlers
 * leave an optional amount out is tested by `server/src/app/hidden-data.test.ts`.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { contract } from './contract.ts';
import type { Contract, Endpoint } from './core/endpoint.ts';
import { ROLES, roleCan, type Capability } from './core/permissions.ts';

/** The fields of answers that hold money. */
const AMOUNTS = words(`
  amount amount_to_pay balance ceiling charges_amount closing_balance conai_amount conai_rates cost cost_per_hour credit
  credited_amount credited_net_amount days_30 days_60 days_90 debit due_amount interest interest_amount last_price machine
  margin margin_percent material net net_amount new_price not_due old_price older open_amount opening_balance
  overdue_amount paid_amount per_kg price price_per_pack rounding_amount split_payment_vat stamp_duty to_pay_amount total
  total_amount total_amount_eur total_price turnover turnover_before unallocated_amount unit_cost unit_price unpaid_amount
  used_amount value vat_amount wages_per_hour waste_price_per_kg waste_sold
`);
/** Numbers that are named like an amount: ids, quantities, counts, percentages, and the cells of a refused import. */
const OTHER_NUMBERS = words(`
  credit_note_id credited_invoice_id credited_item_id credited_quantity interest_rate invoice_price_tolerance
  mass_balance_percent price_id total_carta_kg total_film_kg total_items total_minutes total_ordered total_produced
  total_received total_scheduled values without_price
`);
const LIKE_AN_AMOUNT = /price|amount|cost|total|value|margin|balance|debit|credit|wage|turnover|ceiling|interest|duty/;

/**
 * Calls whose amounts are never left out: the capability that the call needs, and the one that shows these amounts. Every
 * role with the first has the second.
 */
const SHOWN: Partial<Record<Capability, Capability>> = {
  'settings.manage': 'costs.read',
  'prices.read': 'prices.read',
  'prices.write': 'prices.read',
  'customer_prices.read': 'customer_prices.read',
  'customer_prices.write': 'customer_prices.read',
  'packing_lists.write': 'packing_lists.amounts',
  'invoices.read': 'invoices.read',
  'invoices.write': 'invoices.read',
  'invoices.settle': 'invoices.read',
  'transmissions.write': 'invoices.read',
  'declarations.write': 'invoices.read',
  'payments.read': 'payments.read',
  'payments.write': 'payments.read',
  'purchase_invoices.read': 'purchase_invoices.read',
  'purchase_invoices.write': 'purchase_invoices.read',
  'accounting.read': 'accounting.read',
  'valuation.read': 'valuation.read',
  'costs.read': 'costs.read',
};
/** Calls whose amounts are optional, because they are left out without the capability. */
const LEFT_OUT: Partial<Record<Capability, readonly string[]>> = {
  'costs.read': [
    ...['machines.list', 'machines.active', 'machines.get', 'machines.create', 'machines.update'],
    ...['runs.get', 'runs.start', 'runs.mount', 'runs.returnInput', 'runs.end', 'runs.reopen'],
  ],
  'customer_orders.amounts': [
    ...['customerOrders.list', 'customerOrders.get', 'customerOrders.create', 'customerOrders.update'],
    ...['customerOrders.closeLines', 'customerOrders.repeat'],
    ...['productionItems.setOrderPriority', 'documents.orderConfirmation'],
  ],
  'purchase_orders.amounts': [
    ...['purchaseOrders.list', 'purchaseOrders.get', 'purchaseOrders.create', 'purchaseOrders.update'],
    ...['purchaseProposals.list', 'documents.purchaseOrderReport'],
  ],
  'packing_lists.amounts': ['packingLists.list', 'packingLists.get'],
  'invoices.read': ['dashboard.get'],
};
/** Required fields that every caller may see, by the reason. */
const SEEN_BY_ALL: Record<string, readonly string[]> = {
  'a quantity': ['purchaseProposals.list: proposals.why.balance', 'purchaseProposals.projection: days.balance'],
  'figures that the caller may not see are left out as a whole: see FIGURES': ['figures.get: value'],
};
/** Fields of any content, by the reason why they show no hidden amount. */
const ANYTHING: Record<string, readonly string[]> = {
  'the fields that `hidden` of HISTORY_ENTITIES names are left out': [
    'history.list: changes.before',
    'history.list: changes.after',
  ],
  'the options of a browser for a passkey': ['auth.passkeyOptions: {}', 'auth.passkeySignInOptions: {}'],
  'what the caller stored': [
    ...['preferences.get: {}', 'preferences.update: {}'],
    ...['views.list: state{}', 'views.create: state{}', 'views.update: state{}'],
  ],
  'the data about one person, for the person and for those who manage users or settings': [
    ...['users.personalData: person{}', 'users.personalData: held.rows{}'],
    ...['contacts.personalData: person{}', 'contacts.personalData: held.rows{}'],
  ],
};

type Definition = {
  type: string;
  innerType?: Schema;
  element?: Schema;
  options?: readonly Schema[];
  valueType?: Schema;
  shape?: Record<string, Schema>;
};
type Schema = z.ZodType & { _zod: { def: Definition } };
interface Field {
  /** Its names from the answer on, such as `items.unit_price`. */
  path: string;
  type: string;
  /** It, or an object that holds it, may be absent. */
  isOptional: boolean;
}
interface Call {
  name: string;
  row: Endpoint;
  fields: Field[];
}

const CALLS: Call[] = Object.entries(contract as Record<string, Contract>).flatMap(([module, rows]) =>
  Object.entries(rows).map(([name, row]) => ({
    name: `${module}.${name}`,
    row,
    fields: fieldsOf(row.reply as unknown as Schema),
  })),
);

test('every number of an answer that is named like an amount is in one of the two lists', () => {
  const numbers = CALLS.flatMap(({ fields }) => fields.filter(({ type }) => type === 'number').map(nameOf));
  const named = new Set(numbers.filter((name) => LIKE_AN_AMOUNT.test(name) || AMOUNTS.has(name)));
  assert.deepEqual([...named].toSorted(), [...AMOUNTS, ...OTHER_NUMBERS].toSorted());
});

test('no role can make a call that answers an amount which the role may not see', () => {
  for (const role of ROLES)
    for (const { name, row, fields } of CALLS.filter(({ row: { needs } }) => mayCall(role, needs)))
      for (const field of fields.filter((one) => AMOUNTS.has(nameOf(one)))) {
        if (Object.values(SEEN_BY_ALL).flat().includes(`${name}: ${field.path}`)) continue;
        const shown = SHOWN[row.needs as Capability];
        const isSeen = shown !== undefined && roleCan(role, shown);
        const isLeftOut = field.isOptional && leftOutWithout(name) !== undefined;
        assert.ok(
          isSeen || isLeftOut,
          `${role} may call ${name}, which answers ${field.path}: make it optional, leave it out in the handler, and name the call in LEFT_OUT`,
        );
      }
});

test('a list leaves its amounts out by the capability of the table', () => {
  for (const { name, row, fields } of CALLS.filter((call) => call.row.paged && leftOutWithout(call.name)))
    for (const field of fields.filter((one) => AMOUNTS.has(nameOf(one)) && !one.path.includes('.')))
      assert.equal(row.hidden?.[field.path], leftOutWithout(name), `${name}: ${field.path}`);
});

test('every entry of the tables is needed', () => {
  const withAmounts = CALLS.filter(({ fields }) => fields.some((field) => AMOUNTS.has(nameOf(field))));
  const needs = new Set(withAmounts.map(({ row }) => row.needs));
  assert.deepEqual(
    Object.keys(SHOWN).filter((capability) => !needs.has(capability as Capability)),
    [],
  );
  const names = withAmounts.map(({ name }) => name);
  assert.deepEqual(
    Object.values(LEFT_OUT)
      .flat()
      .filter((name) => !names.includes(name)),
    [],
  );
  const required = withAmounts.flatMap(({ name, fields }) =>
    fields.filter(({ isOptional }) => !isOptional).map(({ path }) => `${name}: ${path}`),
  );
  assert.deepEqual(
    Object.values(SEEN_BY_ALL)
      .flat()
      .filter((field) => !required.includes(field)),
    [],
  );
});

test('no further answer has a field of any content', () => {
  const found = CALLS.flatMap(({ name, fields }) =>
    fields.filter(({ type }) => type === 'unknown').map(({ path }) => `${name}: ${path}`),
  );
  assert.deepEqual(found.toSorted(), Object.values(ANYTHING).flat().toSorted());
});

function words(text: string): Set<string> {
  return new Set(text.trim().split(/\s+/));
}

/** The fields without fields of their own. A record adds `{}` to its name. */
function fieldsOf(schema: Schema, path = '', isOptional = false): Field[] {
  const { type, innerType, element, options, valueType, shape } = schema._zod.def;
  if (innerType) return fieldsOf(innerType, path, isOptional || type === 'optional');
  if (element) return fieldsOf(element, path, isOptional);
  if (options) return options.flatMap((option) => fieldsOf(option, path, isOptional));
  if (valueType) return fieldsOf(valueType, `${path}{}`, isOptional);
  if (shape)
    return Object.entries(shape).flatMap(([name, field]) =>
      fieldsOf(field, path === '' ? name : `${path}.${name}`, isOptional),
    );
  return [{ path, type, isOptional }];
}

function nameOf({ path }: Field): string {
  return path.split('.').at(-1)!.replace('{}', '');
}

function mayCall(role: (typeof ROLES)[number], needs: Endpoint['needs']): boolean {
  return needs === 'public' || needs === 'signed-in' || roleCan(role, needs);
}

function leftOutWithout(call: string): Capability | undefined {
  return (Object.keys(LEFT_OUT) as Capability[]).find((capability) => LEFT_OUT[capability]!.includes(call));
}
