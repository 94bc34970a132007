/** Assigns the columns of a file to the fields of a register, and reads its cells. */
import type { z } from 'zod';
import { fieldKind, type FieldKind } from '@bobina/contract/core/field-kind.ts';
import { unitNamed } from '@bobina/contract/core/read-number.ts';
import { importColumns, IMPORTS, type ImportRegister } from '@bobina/contract/system/imports.ts';
import {
  bareHeader,
  cellNumber,
  cellText,
  dayOfSerial,
  isEmptyCell,
  type SheetCell,
} from '../spreadsheet/cells.rules.ts';
import type { RegisterTexts } from './register-texts.ts';

export interface ImportColumn {
  name: string;
  label: string;
  kind: FieldKind;
  options: readonly { value: string; label: string }[];
}
export type CellValue = string | number | boolean;

/** The field of a new price that ends the price before it. */
export const ENDS_PREVIOUS = 'closes_previous';

const REFERENCE: FieldKind = { kind: 'text', options: [], hasDefault: false, isRequired: false };

/** The columns that a file of this register may have, without the `hidden` ones. */
export function labelImportColumns(
  register: ImportRegister,
  { labelOf, optionOf, hidden }: Pick<RegisterTexts, 'labelOf' | 'optionOf' | 'hidden'>,
): ImportColumn[] {
  const definition = IMPORTS[register];
  const names = importColumns(definition).filter((name) => !hidden?.has(name));
  return names.map((name) => {
    const schema = definition.fields.shape[name] as z.ZodType | undefined;
    const kind = schema ? fieldKind(schema) : REFERENCE;
    const options = kind.options.map((value) => ({ value, label: optionOf(name, value) }));
    return { name, label: labelOf(name), kind, options };
  });
}

/** Short headings that other programs write, by field; the plainest first, the vaguest last. */
const OTHER_HEADINGS: Readonly<Record<string, readonly string[]>> = {
  vat_number: ['P. IVA', 'Part. IVA', 'VAT', 'VAT no', 'TVA', 'N° TVA'],
  tax_code: ['C.F.', 'Cod. fiscale'],
  business_name: ['Rag. sociale', 'Denominazione', 'Nome', 'Nom', 'Name'],
  phone: ['Tel', 'Tél', 'Phone'],
  email: ['Mail', 'Email', 'E-mail', 'Courriel'],
  address: ['Via', 'Adresse'],
  city: ['Comune', 'Località', 'Ville'],
  province: ['Prov', 'PR'],
  zip_code: ['CAP', 'CP', 'Zip'],
  country: ['Paese', 'Stato', 'Pays', 'Country'],
  code: ['Cod', 'Cod. articolo', 'Articolo', 'SKU', 'Référence', 'Réf'],
  description: ['Descr', 'Désignation'],
  unit_of_measure: ['UM', 'Unità', 'Unité', 'Unit'],
  quantity: ['Qtà', 'Q.tà', 'Qté', 'Qty'],
  unit_price: ['Prezzo', 'Prix', 'Price'],
  product_code: [
    'Codice articolo',
    'Cod. articolo',
    'Cod. prodotto',
    'Codice',
    'Cod',
    'Articolo',
    'SKU',
    'Code article',
    'Référence',
    'Réf',
    'Item code',
    'Code',
    'Article',
    'Item',
  ],
  customer: ['Cliente', 'Client', 'Customer'],
  supplier: ['Fornitore', 'Fournisseur', 'Supplier'],
  price: ['Prezzo unitario', 'Prezzo', 'Prix unitaire', 'Prix', 'Unit price', 'Price'],
  currency: ['Divisa', 'Devise', 'Currency'],
  start_date: [
    'Valido dal',
    'Dal',
    'Inizio validità',
    'Decorrenza',
    'Valable à partir du',
    'À partir du',
    'Du',
    'Valid from',
    'Start date',
    'Data',
    'Date',
  ],
  end_date: [
    'Valido fino al',
    'Valido al',
    'Fino al',
    'Al',
    'Fine validità',
    'Scadenza',
    "Valable jusqu'au",
    "Jusqu'au",
    'Au',
    'Valid until',
    'Valid to',
    'Until',
    'End date',
  ],
};

/** Short headings that mean this field in one register only: in prices of suppliers they may be those of a quantity. */
const OWN_HEADINGS: Partial<Record<ImportRegister, Readonly<Record<string, readonly string[]>>>> = {
  'customer-prices': { start_date: ['From'], end_date: ['To'] },
};

/**
 * Finds the field of each header: by its label or wire name, else by another usual heading. Null for others and for a field's
 * second column.
 */
export function matchHeaders(
  register: ImportRegister,
  headers: readonly string[],
  columns: readonly ImportColumn[],
): (string | null)[] {
  const found: (string | null)[] = headers.map(() => null);
  const bare = headers.map(bareHeader);
  const match = (namesOf: (column: ImportColumn) => readonly string[]) => {
    for (const column of columns) {
      if (found.includes(column.name)) continue;
      const names = namesOf(column).map(bareHeader);
      const places = names.map((name) => bare.findIndex((header, at) => header === name && found[at] === null));
      const at = places.find((place) => place >= 0);
      if (at !== undefined) found[at] = column.name;
    }
  };
  match(({ label, name }) => [label, name]);
  match(({ name }) => [...(OTHER_HEADINGS[name] ?? []), ...(OWN_HEADINGS[register]?.[name] ?? [])]);
  return found;
}

/** Whether the prices before those of the file can be ended: the register has such a field, and no column of the file gives it. */
export function mayEndPrevious(columns: readonly ImportColumn[], fields: readonly (string | null)[]): boolean {
  return columns.some(({ name }) => name === ENDS_PREVIOUS) && !fields.includes(ENDS_PREVIOUS);
}

/** The columns that identify a row and have no header: none when one set of them is complete. */
export function missingKeys(register: ImportRegister, fields: readonly (string | null)[]): string[] {
  const { matchedBy, references } = IMPORTS[register];
  const columnOf = (field: string) =>
    Object.entries(references).find(([, reference]) => reference.field === field)?.[0] ?? field;
  const open = matchedBy.map((set) => set.map(columnOf).filter((column) => !fields.includes(column)));
  return open.reduce((least, columns) => (columns.length < least.length ? columns : least), open[0]!);
}

/** Reads a cell as the value to send; undefined when it is empty. Texts are read by the server. */
export function cellValue(
  cell: SheetCell | undefined,
  { name, kind, options }: ImportColumn,
  later: number,
): CellValue | undefined {
  if (!cell || isEmptyCell(cell)) return undefined;
  const { value } = cell;
  switch (kind.kind) {
    case 'day':
      return typeof value === 'number' ? dayOfSerial(value + later) || String(value) : cellText(cell);
    case 'number':
    case 'whole':
      return typeof value === 'number' ? (cellNumber(cell).value ?? cellText(cell)) : cellText(cell);
    case 'flag':
      return typeof value === 'boolean' ? value : cellText(cell);
    case 'choice': {
      const text = cellText(cell);
      const chosen = options.find(({ label }) => bareHeader(label) === bareHeader(text))?.value;
      return chosen ?? (name === 'unit_of_measure' && /^\D*$/.test(text) ? unitNamed(text) : undefined) ?? text;
    }
    default:
      return cellText(cell);
  }
}

/** The columns without a header that every new row needs, besides those that identify a row. */
export function missingRequired(
  register: ImportRegister,
  columns: readonly ImportColumn[],
  fields: readonly (string | null)[],
): ImportColumn[] {
  const keys = missingKeys(register, fields);
  return columns.filter(({ name, kind }) => kind.isRequired && !fields.includes(name) && !keys.includes(name));
}
