/**
 * Labels and values of the fields in the history of a record and in activities, from the texts of the forms and lists that
 * show them.
 */
import i18next from 'i18next';
import type { FieldChange, HistoryEntity } from '@bobina/contract/system/history.ts';
import type { SearchKind } from '@bobina/contract/system/search.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import { EMPTY, formatsOf } from './formats.ts';

/** The records that have a page with a history. */
export type RecordEntity = Extract<HistoryEntity, 'products' | 'customers' | 'suppliers' | 'machines' | 'batches'>;

interface Labels {
  /** The key of a field, if it differs from `<section>.<field>`. A pair of keys joins two labels. */
  keys: Record<string, string | readonly [string, string]>;
  /** The texts of the other fields: `registry:product`. */
  section: string;
  /** Ids, whose names are shown instead, and fields that never change. */
  hidden: readonly string[];
  /** The texts of the values of a field: `registry:productStatus`. */
  values?: Record<string, string>;
}

const PARTY: Labels = { section: 'registry:party', keys: {}, hidden: [] };

const LABELS: Record<RecordEntity, Labels> = {
  products: {
    section: 'registry:product',
    keys: {
      supplier_name: 'registry:product.supplier_id',
      unit_of_measure: 'registry:product.unit',
      acquisti_categoria: ['registry:sections.purchasing', 'registry:product.account_category'],
      acquisti_conto_codice: ['registry:sections.purchasing', 'registry:product.account_code'],
      acquisti_conto_descrizione: ['registry:sections.purchasing', 'registry:product.account_description'],
      vendite_categoria: ['registry:sections.sales', 'registry:product.account_category'],
      vendite_conto_codice: ['registry:sections.sales', 'registry:product.account_code'],
      vendite_conto_descrizione: ['registry:sections.sales', 'registry:product.account_description'],
    },
    hidden: ['supplier_id'],
    values: { status: 'registry:productStatus', unit_of_measure: 'registry:units' },
  },
  customers: {
    ...PARTY,
    keys: { tipo_pagamento: 'registry:party.tipo_pagamento_id' },
    hidden: ['tipo_pagamento_id'],
  },
  suppliers: {
    ...PARTY,
    keys: { tipo_pagamento: 'registry:party.tipo_pagamento_id' },
    hidden: ['tipo_pagamento_id'],
  },
  machines: { section: 'registry:machine', keys: {}, hidden: [] },
  batches: {
    section: 'stock:movement',
    keys: {
      warehouse_name: 'stock:stock.warehouse',
      destination_warehouse: 'stock:movement.destination',
      batch_number: 'stock:stock.batch',
      source_type: 'stock:movement.source',
    },
    hidden: [
      'product_id',
      'product_description',
      'unit_of_measure',
      'warehouse_id',
      'destination_warehouse_id',
      'batch_id',
      'source_document',
    ],
    values: { movement_type: 'stock:movementType', source_type: 'stock:movementSource' },
  },
};

const PRICE_KEYS = {
  product_id: 'common:prices.field.product',
  supplier_id: 'purchasing:prices.supplier',
  customer_id: 'orders:order.customer',
  from_quantity: 'purchasing:supply.from_quantity',
  lead_days: 'purchasing:supply.price_lead_days',
};

/** The entities of activities, beside the records with a history. */
const LOGGED: Record<string, Omit<Labels, 'hidden'>> = {
  ...LABELS,
  warehouses: { section: 'registry:warehouse', keys: {} },
  'destinazioni-merce': { section: 'registry:destination', keys: {} },
  'condizioni-pagamento': { section: 'registry:term', keys: {} },
  'vat-codes': { section: 'registry:vatCode', keys: {} },
  company: { section: 'registry:companyField', keys: {} },
  settings: {
    section: 'settings:setting',
    keys: { conai_rates: 'settings:settings.conai', oidc_roles: 'settings:oidc.label' },
  },
  users: { section: 'identity:user', keys: {}, values: { role: 'app:roles' } },
  prices: { section: 'common:prices.field', keys: PRICE_KEYS },
  'customer-prices': { section: 'common:prices.field', keys: PRICE_KEYS },
  'purchase-orders': { section: 'purchasing:order', keys: { supplier_id: 'purchasing:order.supplier' } },
  'customer-orders': { section: 'orders:order', keys: { customer_id: 'orders:order.customer' } },
  'stock-movements': {
    section: 'stock:movement',
    keys: {
      product_id: 'stock:movement.product',
      warehouse_id: 'stock:movement.sourceWarehouse',
      destination_warehouse_id: 'stock:movement.destination',
      destination_warehouse: 'stock:movement.destination',
      batch_number: 'stock:stock.batch',
    },
    values: { movement_type: 'stock:movementType' },
  },
  reels: { section: 'reels:reel', keys: {} },
  runs: { section: 'runs:run', keys: {} },
  production: {
    section: 'production:item',
    keys: {
      batch_number: 'stock:stock.batch',
      production_date: 'stock:movement.production_date',
      quantity_produced: 'production:item.produced',
      is_completed: 'production:status.completes',
      machine_id: 'production:scheduling.machine',
      quantity_to_produce: 'production:scheduling.toProduce',
      production_time: 'production:scheduling.time',
      not_before: 'production:scheduling.notBefore',
      notes: 'production:scheduling.notes',
    },
  },
};
/** French has a space before the colon. */
const COLON: Record<Language, string> = { it: ': ', fr: '\u00a0: ', en: ': ' };
/** The catalogues with the labels of the fields of activities. */
export const LOGGED_TEXTS = [
  'registry',
  'settings',
  'identity',
  'purchasing',
  'orders',
  'stock',
  'reels',
  'production',
];

/** Fields that name another record, and the field with its id. */
const NAMED: Record<string, readonly [kind: SearchKind, id: string]> = {
  supplier_name: ['supplier', 'supplier_id'],
  product_code: ['product', 'product_id'],
  warehouse_name: ['warehouse', 'warehouse_id'],
  destination_warehouse: ['warehouse', 'destination_warehouse_id'],
};

/** The record that a field names, if the same act contains its id: its kind, and its id before and after. */
export function recordOfField(
  field: string,
  changes: readonly FieldChange[],
): { kind: SearchKind; before: unknown; after: unknown } | undefined {
  const [kind, id] = NAMED[field] ?? [];
  const change = changes.find((one) => one.field === id);
  return kind && change && { kind, before: change.before, after: change.after };
}

/** Returns the label of a field; undefined if the history does not show it. */
export function fieldLabel(entity: RecordEntity, field: string): string | undefined {
  const { section, keys, hidden } = LABELS[entity];
  if (hidden.includes(field)) return undefined;
  return [keys[field] ?? `${section}.${field}`]
    .flat()
    .map((key) => translate(key) ?? field)
    .join(' · ');
}

/** Formats a value of a field. */
export function fieldValue(entity: RecordEntity, field: string, value: unknown, language: Language): string {
  const formats = formatsOf(language);
  if (value === null || value === undefined || value === '') return EMPTY;
  if (typeof value === 'boolean') return translate(value ? 'common:yes' : 'common:no')!;
  if (typeof value === 'number') return formats.number(value);
  if (typeof value !== 'string') return JSON.stringify(value);
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formats.day(value);
  const texts = LABELS[entity].values?.[field];
  return (texts && translate(`${texts}.${value}`)) ?? value;
}

/**
 * The details of an activity with the labels and values that its reader sees: `price: 1.6438 → 2.22` becomes
 * `Prezzo: 1,6438 → 2,22`. Texts that name no known field stay as they are.
 */
export function activityDetails(entity: string, details: string, language: Language): string {
  const labels = LOGGED[entity];
  if (!labels) return details;
  const change = (text: string) => {
    const [, field, before, after] = /^(\w+): (.*) → (.*)$/s.exec(text) ?? [];
    const label = field === undefined ? undefined : labelOf(labels, field);
    if (field === undefined || label === undefined) return text;
    const [old, next] = [before, after].map((value) => loggedValue(labels, field, value!, language));
    return `${label}${COLON[language]}${old} → ${next}`;
  };
  return details
    .split(' · ')
    .map((part) => part.split('; ').map(change).join('; '))
    .join(' · ');
}

/** A number keeps its digits, and a whole number stays as it is: it may be a code. */
function loggedValue({ values }: Pick<Labels, 'values'>, field: string, value: string, language: Language): string {
  const formats = formatsOf(language);
  if (value === 'true' || value === 'false') return translate(value === 'true' ? 'common:yes' : 'common:no')!;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formats.day(value);
  const [, decimals] = /^-?\d{1,12}\.(\d+)$/.exec(value) ?? [];
  if (decimals !== undefined) return formats.number(Number(value), decimals.length, decimals.length);
  return (values?.[field] && translate(`${values[field]}.${value}`)) ?? value;
}

/** Undefined if a field has no label. */
function labelOf({ section, keys }: Omit<Labels, 'hidden'>, field: string): string | undefined {
  const parts = [keys[field] ?? `${section}.${field}`].flat().map(translate);
  return parts.includes(undefined) ? undefined : parts.join(' · ');
}

function translate(key: string): string | undefined {
  return i18next.exists(key) ? i18next.t(key as never) : undefined;
}
