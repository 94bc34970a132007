import i18next from 'i18next';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { Customer, Supplier } from '@bobina/contract/registry/parties.ts';
import { Machine } from '@bobina/contract/registry/places-and-machines.ts';
import { Product } from '@bobina/contract/registry/products.ts';
import { Movement } from '@bobina/contract/stock/movements.ts';
import { fieldLabel, fieldValue, type RecordEntity } from '../src/areas/records/field-labels.ts';

const LANGUAGES = ['it', 'fr', 'en'] as const;
/** Fields that the log does not hold. */
const NOT_LOGGED = /^(?:id|version|(?:created|modified|deleted)_(?:at|by|by_name)|has_batches|has_expiry)$/;
const RECORDS: Record<RecordEntity, { shape: object }> = {
  products: Product,
  customers: Customer,
  suppliers: Supplier,
  machines: Machine,
  batches: Movement,
};

beforeAll(async () => {
  const read = (path: string): object =>
    JSON.parse(readFileSync(new URL(`../src/${path}.json`, import.meta.url), 'utf8'));
  const resources = Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      {
        common: read(`lib/i18n/common/${language}`),
        registry: read(`areas/registry/${language}`),
        stock: read(`areas/stock/${language}`),
      },
    ]),
  );
  await i18next.init({
    lng: 'it',
    resources: resources as never,
    ns: ['common', 'registry', 'stock'],
    defaultNS: 'common',
  });
});

test.each(LANGUAGES)('every field of a record that the history shows has a label in %s', async (language) => {
  await i18next.changeLanguage(language);
  for (const [entity, { shape }] of Object.entries(RECORDS))
    for (const field of Object.keys(shape).filter((name) => !NOT_LOGGED.test(name)))
      for (const part of fieldLabel(entity as RecordEntity, field)?.split(' · ') ?? [])
        expect(part, `${entity}.${field}`).not.toBe(field);
});

test('values are formatted by their kind', async () => {
  await i18next.changeLanguage('it');
  const shown = (field: string, value: unknown) => fieldValue('products', field, value, 'it');
  expect([
    shown('has_batch', true),
    shown('status', 'inactive'),
    shown('peso_carta', 1234.5),
    shown('name', null),
    shown('name', 'Rotolo'),
    fieldValue('batches', 'expiry_date', '2030-01-31', 'it'),
    fieldValue('batches', 'movement_type', 'T', 'it'),
  ]).toEqual(['Sì', 'inattivo', '1.234,5', '—', 'Rotolo', '31/01/2030', 'Trasferimento']);
});
