import i18next from 'i18next';
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { UserInput } from '@bobina/contract/identity/users.ts';
import { CustomerPriceInput } from '@bobina/contract/orders/customer-prices.ts';
import { CustomerOrderInput } from '@bobina/contract/orders/orders.ts';
import { PurchaseOrderInput } from '@bobina/contract/purchasing/orders.ts';
import { PriceInput } from '@bobina/contract/purchasing/prices.ts';
import { CompanyInput, SettingsInput } from '@bobina/contract/registry/company.ts';
import { Customer, Supplier } from '@bobina/contract/registry/parties.ts';
import { Machine, MachineInput, WarehouseInput } from '@bobina/contract/registry/places-and-machines.ts';
import { Product, ProductInput } from '@bobina/contract/registry/products.ts';
import { PaymentTermInput, VatCodeInput } from '@bobina/contract/registry/terms.ts';
import { Movement, MovementInput } from '@bobina/contract/stock/movements.ts';
import { activityDetails, fieldLabel, fieldValue, type RecordEntity } from '../src/lib/field-labels.ts';

const LANGUAGES = ['it', 'fr', 'en'] as const;
const AREAS = ['registry', 'identity', 'purchasing', 'orders', 'stock', 'reels', 'runs', 'production'];
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
        app: read(`app/texts/${language}`),
        settings: read(`areas/registry/settings/${language}`),
        ...Object.fromEntries(AREAS.map((area) => [area, read(`areas/${area}/${language}`)])),
      },
    ]),
  );
  await i18next.init({
    lng: 'it',
    resources: resources as never,
    ns: ['common', 'app', 'settings', ...AREAS],
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

const LOGGED: Record<string, { shape: object }> = {
  products: ProductInput,
  machines: MachineInput,
  warehouses: WarehouseInput,
  'condizioni-pagamento': PaymentTermInput,
  'vat-codes': VatCodeInput,
  company: CompanyInput,
  settings: SettingsInput,
  users: UserInput,
  prices: PriceInput,
  'customer-prices': CustomerPriceInput,
  'purchase-orders': PurchaseOrderInput,
  'customer-orders': CustomerOrderInput,
  'stock-movements': MovementInput,
};
/** Not listed with a value, kept in another row, or shown on no screen. */
const NEVER_LISTED = /^(?:items|logo|password|use_slitting|use_schedule)$/;

test.each(LANGUAGES)('every field that an activity lists has a label in %s', async (language) => {
  await i18next.changeLanguage(language);
  for (const [entity, { shape }] of Object.entries(LOGGED))
    for (const field of Object.keys(shape).filter((name) => !NEVER_LISTED.test(name)))
      expect(activityDetails(entity, `${field}: a → b`, language), entity).not.toMatch(new RegExp(`^${field}:`));
});

test('the details of an activity are shown with labels, numbers and days of the language', async () => {
  await i18next.changeLanguage('it');
  expect(activityDetails('prices', 'P-1 · Acme · price: 1.6438 → 1234.50; end_date: — → 2030-01-31', 'it')).toBe(
    'P-1 · Acme · Prezzo: 1,6438 → 1.234,50; Data fine: — → 31/01/2030',
  );
  await i18next.changeLanguage('fr');
  expect([
    activityDetails('users', 'anna · role: sales → orders; is_active: true → false', 'fr'),
    activityDetails('customers', 'Acme · zip_code: 00100 → 20121; vat_number: 01234567890 → 09876543210', 'fr'),
    activityDetails('customers', 'Nota: a → b; forma: x', 'fr'),
    activityDetails('stock-movements', 'T P-100 25 kg · A → B · L1', 'fr'),
    activityDetails('tokens', 'name: a → b', 'fr'),
    activityDetails('runs', 'ACC-01 · OC-2026/00182 · run_minutes: — → 144', 'fr'),
  ]).toEqual([
    'anna · Rôle\u00a0: ventes → commandes; Actif\u00a0: Oui → Non',
    'Acme · Code postal\u00a0: 00100 → 20121; N° de TVA\u00a0: 01234567890 → 09876543210',
    'Nota: a → b; forma: x',
    'T P-100 25 kg · A → B · L1',
    'name: a → b',
    'ACC-01 · OC-2026/00182 · Minutes de marche\u00a0: — → 144',
  ]);
});
