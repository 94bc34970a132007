/** Labels and values of the fields in the history of a record, from the texts of the forms and lists that show them. */
import i18next from 'i18next';
import type { FieldChange, HistoryEntity } from '@bobina/contract/system/history.ts';
import type { SearchKind } from '@bobina/contract/system/search.ts';
import { EMPTY, formatsOf } from '../../lib/formats.ts';
import type { Language } from '@bobina/contract/core/languages.ts';

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

function translate(key: string): string | undefined {
  return i18next.exists(key) ? i18next.t(key as never) : undefined;
}
