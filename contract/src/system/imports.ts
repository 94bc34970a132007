/** Imports of registers: rows of a spreadsheet, checked and saved one by one. */
import { z } from 'zod';
import { get, GROWING_ROWS, list, postActs, type Endpoint } from '../core/endpoint.ts';
import { CURRENCIES, oneOf, queryFlag, unlessEmpty } from '../core/fields.ts';
import { importedFile } from '../core/imported-file.ts';
import type { Capability } from '../core/permissions.ts';
import { customerPrices, NewCustomerPrice } from '../orders/customer-prices.ts';
import { NewPrice, prices } from '../purchasing/prices.ts';
import { customers, suppliers } from '../registry/parties.ts';
import { machines } from '../registry/places-and-machines.ts';
import { products } from '../registry/products.ts';
import { MovementInput, stockMovements } from '../stock/movements.ts';

export const IMPORT_REGISTERS = [
  'products',
  'customers',
  'suppliers',
  'machines',
  'prices',
  'customer-prices',
  'opening-stock',
] as const;
export type ImportRegister = (typeof IMPORT_REGISTERS)[number];

/** How a row names another row: by a code or a name instead of its id. */
export const REFERENCE_KINDS = ['product', 'supplier', 'customer', 'warehouse', 'payment_term'] as const;
export interface ImportReference {
  /** The field of the id. */
  field: string;
  kind: (typeof REFERENCE_KINDS)[number];
  /** The field of the answered row that shows the reference. */
  shown: string;
}
export interface ImportDefinition {
  needs: Capability;
  /** The fields of a new row. */
  fields: z.ZodObject;
  /** By the name under which a row may give them. */
  references: Readonly<Record<string, ImportReference>>;
  /** The fields that identify a row, the first set of which a row has a value for all. */
  matchedBy: readonly (readonly string[])[];
}

const PRODUCT = { field: 'product_id', kind: 'product', shown: 'product_code' } as const;
const SUPPLIER = { field: 'supplier_id', kind: 'supplier', shown: 'supplier_name' } as const;
const CUSTOMER = { field: 'customer_id', kind: 'customer', shown: 'customer_name' } as const;
/** Only a column of the file ends the price before a new one: the field is not asked for. */
const CLOSES = { closes_previous: z.boolean().nullish() };
const PARTY = [['vat_number'], ['business_name']];

/** The registers that can be imported. Their fields are those of the calls that create a row. */
export const IMPORTS: Readonly<Record<ImportRegister, ImportDefinition>> = {
  products: define(products.create, { references: { supplier: SUPPLIER }, matchedBy: [['code']] }),
  customers: define(customers.create, {
    references: { tipo_pagamento: { field: 'tipo_pagamento_id', kind: 'payment_term', shown: 'tipo_pagamento' } },
    matchedBy: PARTY,
  }),
  suppliers: define(suppliers.create, { matchedBy: PARTY }),
  machines: define(machines.create, { matchedBy: [['code']] }),
  prices: {
    ...define(prices.create, {
      references: { product_code: PRODUCT, supplier: SUPPLIER },
      // Prices of one day may differ by their quantity only. The last field of a set names its refusals.
      matchedBy: [
        ['product_id', 'from_quantity', 'supplier_id', 'start_date'],
        ['product_id', 'supplier_id', 'start_date'],
      ],
    }),
    fields: NewPrice.extend(CLOSES),
  },
  'customer-prices': {
    ...define(customerPrices.create, {
      references: { product_code: PRODUCT, customer: CUSTOMER },
      matchedBy: [['product_id', 'customer_id', 'start_date']],
    }),
    // A price has the customer's currency: a row in another one is refused instead of being relabelled.
    fields: NewCustomerPrice.extend({ ...CLOSES, currency: oneOf(CURRENCIES).nullish() }),
  },
  'opening-stock': {
    ...define(stockMovements.create, {
      references: {
        product_code: PRODUCT,
        warehouse: { field: 'warehouse_id', kind: 'warehouse', shown: 'warehouse_name' },
      },
      matchedBy: [
        ['product_id', 'warehouse_id', 'batch_number'],
        ['product_id', 'warehouse_id'],
      ],
    }),
    fields: MovementInput.omit({ movement_type: true, destination_warehouse_id: true, destination_warehouse: true }),
  },
};

/** The names of the columns of a register: its fields, with codes and names in place of ids. */
export function importColumns({ fields, references }: ImportDefinition): string[] {
  const nameOf = new Map(Object.entries(references).map(([name, { field }]) => [field, name]));
  return Object.keys(fields.shape).map((field) => nameOf.get(field) ?? field);
}

export const IMPORT_MOST_ROWS = 5000;
export const IMPORT_MODES = ['create', 'update', 'both'] as const;

const Cell = z.union([z.string(), z.number(), z.boolean()]).nullable();
export const ImportInput = z
  .object({
    rows: z
      .array(z.object({ row: z.int().positive(), values: z.record(z.string(), Cell) }))
      .min(1)
      .max(IMPORT_MOST_ROWS),
    dry_run: unlessEmpty(z.boolean()),
    /** Which rows may be written: `both` by default. */
    mode: unlessEmpty(oneOf(IMPORT_MODES)),
    ...importedFile(),
  })
  .meta({ id: 'ImportInput' });
export type ImportInput = z.output<typeof ImportInput>;

export const IMPORT_ACTIONS = ['create', 'update', 'none', 'refuse'] as const;
const Value = z.union([z.string(), z.number(), z.boolean()]).nullable();
export const ImportedRowResult = z
  .object({
    row: z.int(),
    /** `none`: the stored row has these values already. */
    action: z.enum(IMPORT_ACTIONS),
    /** The id of the row; null when it was refused or not created. */
    id: z.union([z.int(), z.string()]).nullable(),
    changes: z.array(z.object({ field: z.string(), before: Value, after: Value })),
    /** Why the row was refused; `path` is a column, or empty for an error of the whole row. */
    fields: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
    /** What the act warned of; `path` is a column, or empty for the whole row. The row is written all the same. */
    warnings: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
  })
  .meta({ id: 'ImportedRowResult' });
export type ImportedRowResult = z.infer<typeof ImportedRowResult>;

export const ImportSummary = z
  .object({ created: z.int(), updated: z.int(), refused: z.int(), results: z.array(ImportedRowResult) })
  .meta({ id: 'ImportSummary' });
export type ImportSummary = z.infer<typeof ImportSummary>;

/** The register of a kept import; `customer-orders` is the import of orders. */
export const KEPT_IMPORTS = [...IMPORT_REGISTERS, 'customer-orders'] as const;
const keptImport = {
  id: z.int(),
  register: z.enum(KEPT_IMPORTS),
  /** The name of the file; null if the import did not name it. */
  file: z.string().nullable(),
  created: z.int(),
  updated: z.int(),
  refused: z.int(),
  at: z.string(),
  user_id: z.int(),
  user_name: z.string(),
};
export const KeptImport = z.object(keptImport).meta({ id: 'KeptImport' });
export type KeptImport = z.infer<typeof KeptImport>;

export const RefusedImportRow = z
  .object({
    /** The number of the row in the file. */
    row: z.int(),
    values: z.record(z.string(), Value),
    /** Why the row was refused, in the language of the import. */
    fields: z.array(z.object({ path: z.string(), message: z.string() })),
  })
  .meta({ id: 'RefusedImportRow' });
export type RefusedImportRow = z.infer<typeof RefusedImportRow>;

export const ImportFaults = z
  .object({
    ...keptImport,
    /** The headers of the file's columns by field. */
    headers: z.record(z.string(), z.string()),
    refused_rows: z.array(RefusedImportRow),
  })
  .meta({ id: 'ImportFaults' });
export type ImportFaults = z.infer<typeof ImportFaults>;

export const imports = {
  list: list('/imports', {
    shownAs: 'import',
    summary: 'The imports of the last 30 days, newest first',
    description:
      'Lists the imports of the last 30 days into registers that the caller may write, newest first. `failed` selects those with refused rows.',
    needs: 'signed-in',
    row: KeptImport,
    most: GROWING_ROWS,
    sort: ['at', 'register', 'file', 'created', 'updated', 'refused', 'user_name'],
    filters: { failed: queryFlag().optional(), register: oneOf(KEPT_IMPORTS).optional() },
  }),
  get: get('/imports/{id}', {
    summary: 'One import with its refused rows',
    description:
      'Returns an import of the last 30 days into a register that the caller may write, with the values of its refused rows and the reasons. Imports of releases that did not keep the rows answer an empty list.',
    needs: 'signed-in',
    reply: ImportFaults,
  }),
  run: postActs('/imports/{register:text}', {
    summary: 'Import rows into a register',
    description:
      'Creates and changes rows of `products`, `customers`, `suppliers`, `machines`, `prices`, `customer-prices` or `opening-stock`; needs the capability to write that register. Each row is a separate act. `values` has the fields of the call that creates a row. Other rows are named by `product_code`, `supplier` and `customer` (VAT number or name), `warehouse` (name) or `tipo_pagamento`. Texts are read as days, numbers and yes or no where the field needs them. Products and machines are matched by code, partners by VAT number or else by name, prices by product, supplier or customer, and first day, those of suppliers also by `from_quantity` where it is given. A price in another `currency` than that of its customer is refused. Empty cells keep the stored value. A row that is written carries the warnings of that call. `opening-stock` books a manual load per row and refuses it where the product, warehouse and batch hold stock. With `dry_run` it answers the same and writes nothing.',
    needs: 'signed-in',
    body: ImportInput,
    bodyLimit: 10_000_000,
    takesTurns: true,
    reply: ImportSummary,
    errors: {
      FORBIDDEN: 'The caller may not write the register.',
      TOO_MANY_REQUESTS: 'The user has too many imports waiting.',
    },
  }),
};

function define(
  create: Endpoint,
  { references = {}, matchedBy }: Pick<ImportDefinition, 'matchedBy'> & Partial<ImportDefinition>,
): ImportDefinition {
  return { needs: create.needs as Capability, fields: create.body as z.ZodObject, references, matchedBy };
}
