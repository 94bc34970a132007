/** The company's data, printed on every document, and its settings: one row each. */
import { z } from 'zod';
import { get, put } from '../core/endpoint.ts';
import { audit, decimal, email, id, optionalText, text, whole } from '../core/fields.ts';
import { ROLES } from '../core/permissions.ts';
import { isTimeZone } from '../core/dates.ts';

/** A picture as a data URL, at most about 500 kB. */
function logo() {
  return z
    .string()
    .max(700_000)
    .regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+=*$/)
    .nullish();
}

const { version, modified_at, modified_by, modified_by_name } = audit;
const changed = { version, modified_at, modified_by, modified_by_name };

const companyTexts = [
  'business_name',
  'vat_number',
  'tax_code',
  'address',
  'city',
  'province',
  'zip_code',
  'country',
  'phone',
  'pec',
  'iban',
  'bank',
  'sia_code',
  'creditor_id',
  'share_capital',
  'rea',
  'regime_fiscale',
  'siren',
  'siret',
  'ice',
] as const;
function every<const K extends string, T>(keys: readonly K[], schema: () => T) {
  return Object.fromEntries(keys.map((key) => [key, schema()])) as Record<K, T>;
}

export const CompanyInput = z
  .object({
    ...every(companyTexts, () => optionalText()),
    country_code: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z]{2}$/)
      .nullish(),
    email: email().nullish(),
    logo: logo(),
    /** The GS1 company prefix, for the serial shipping container codes (SSCC) of reels and pallets. */
    gs1_prefix: z
      .string()
      .trim()
      .regex(/^\d{7,10}$/)
      .nullish(),
  })
  .meta({ id: 'CompanyInput' });
export const Company = z
  .object({
    ...every([...companyTexts, 'country_code', 'email', 'logo', 'gs1_prefix'] as const, () => z.string().nullable()),
    ...changed,
  })
  .meta({ id: 'Company' });
export type Company = z.infer<typeof Company>;

/** The optional parts of the interface. A switched-off part hides its screens and cards; its calls still answer. */
export const FEATURES = ['proposals', 'reels', 'runs', 'slitting', 'schedule'] as const;
export type Feature = (typeof FEATURES)[number];

/** The current day in the company's time zone: forms use it as today, independent of the browser's time zone. */
export const CompanyDay = z
  .object({
    today: z.string(),
    time_zone: z.string(),
    /** The optional parts of the interface that are switched on. */
    features: z.array(z.enum(FEATURES)),
    /** Remnants shorter than this many metres are offered as waste; 0 for never. */
    scrap_below_m: z.number(),
  })
  .meta({ id: 'CompanyDay' });
export type CompanyDay = z.infer<typeof CompanyDay>;

export const company = {
  get: get('/company', {
    summary: 'The company register',
    description: 'Returns the company data that are printed on documents.',
    needs: 'registry.read',
    reply: Company,
  }),
  today: get('/company/today', {
    summary: "The company's day and its time zone",
    description:
      "Returns the current day in the company's time zone, which forms use as the default day, the parts of the interface that are switched on, and the length below which a remnant counts as waste.",
    needs: 'registry.read',
    reply: CompanyDay,
  }),
  update: put('/company', {
    summary: 'Change the company register',
    description: 'Changes the company data. Issued documents keep the data that they were issued with.',
    needs: 'company.write',
    body: CompanyInput,
    reply: Company,
    errors: { STALE_VERSION: 'Another user changed the company since the version in `If-Match` was read.' },
  }),
};

export const FILM_LAYOUTS = ['full_web', 'per_track'] as const;
export const PROPOSAL_GROUPINGS = ['day', 'week'] as const;
function percent() {
  return decimal().max(100);
}

/** One switch for each entry of `FEATURES`. */
function featureSwitches() {
  return {
    use_proposals: z.boolean(),
    use_reels: z.boolean(),
    use_runs: z.boolean(),
    use_slitting: z.boolean(),
    use_schedule: z.boolean(),
  };
}

/** The accounts of entries where a product names none. */
export const ACCOUNTS = [
  'account_customers',
  'account_suppliers',
  'account_sales',
  'account_purchases',
  'account_vat_sales',
  'account_vat_purchases',
  'account_bank',
] as const;

/** How FatturaPA files reach the Sistema di Interscambio: downloaded or through the exchange folder, or by PEC. */
export const SDI_CHANNELS = ['folder', 'pec'] as const;

export const SettingsInput = z
  .object({
    time_zone: text(100).refine(isTimeZone, { params: { code: 'enum' } }),
    over_receipt_percent: percent(),
    /** Percent by which the quantity of a purchase invoice may differ from the receipt. */
    invoice_quantity_tolerance: percent(),
    /** Percent by which the price of a purchase invoice may differ from the order. */
    invoice_price_tolerance: percent(),
    scrap_percent: percent(),
    /** Percent a year: the reference rate of late interest, to which 8 points are added. */
    reference_rate: percent(),
    film_layout: z.enum(FILM_LAYOUTS),
    production_warehouse_id: id().nullable(),
    default_vat_code: optionalText(20),
    working_hours_per_day: decimal()
      .max(24)
      .refine((hours) => hours > 0, { params: { code: 'above', values: { min: 0 } } }),
    /** ISO weekdays: 1 Monday … 7 Sunday. */
    working_days: z
      .array(z.int().min(1).max(7))
      .max(7)
      .refine((days) => days.length > 0, { params: { code: 'required' } }),
    /** Two measurements of a reel that differ by more cause a warning. */
    reel_check_percent: percent(),
    scrap_below_m: decimal(),
    /** The unexplained part of the input of a run above which its mass balance has a warning. */
    mass_balance_percent: percent(),
    /** In EUR; the proceeds of sold waste reduce the cost of a run. */
    waste_price_per_kg: decimal(),
    /** In EUR for each person at a machine; 0 leaves wages out of the cost of a run. Needs `costs.read`. */
    wages_per_hour: decimal(),
    ...featureSwitches(),
    /** Working days from the start of a line without a job to its delivery. */
    production_days: whole().max(365),
    /** Working days from the arrival of a material to its use. */
    receipt_days: whole().max(365),
    /** A need is met by material up to this much wider; 0 for only the exact width. */
    wider_mm: whole().max(10_000),
    /** Calendar days of needs that a purchase proposal covers. */
    cover_days: whole(1).max(365),
    /** Days after its day of need from which a reservation is listed as old. */
    reservation_days: whole().max(3650),
    /** Whether proposals of one week become one purchase order. */
    proposal_grouping: z.enum(PROPOSAL_GROUPINGS),
    /** Whether an invoice subject to Italian stamp duty charges it to the customer. */
    recharge_stamp_duty: z.boolean(),
    /** The CONAI contribution in EUR per tonne, by material; the contribution of other materials counts as paid before. */
    conai_rates: z.record(text(50), decimal().nullable()),
    /** The most that all files at records may hold together, in MB. */
    attachment_quota_mb: whole().max(1_000_000),
    /** Notes that French law requires on invoices: cost of recovery, late payment, early payment. */
    fr_note_pmt: text(1000),
    fr_note_pmd: text(1000),
    fr_note_aab: text(1000),
    ...every(ACCOUNTS, () => text(50)),
    sdi_channel: z.enum(SDI_CHANNELS),
    /** The PEC address of the Sistema di Interscambio. */
    sdi_pec: email(),
    /** Users of these roles need a second factor for every call outside `/auth`. */
    second_factor_roles: z.array(z.enum(ROLES)).max(ROLES.length),
    /** The role of each group of the sign-in provider; the first that fits counts. Only an administrator changes it. */
    oidc_roles: z.array(z.object({ group: text(200), role: z.enum(ROLES) })).max(100),
  })
  .partial()
  .meta({ id: 'SettingsInput' });
export const Settings = z
  .object({
    time_zone: z.string(),
    over_receipt_percent: z.number(),
    invoice_quantity_tolerance: z.number(),
    invoice_price_tolerance: z.number(),
    scrap_percent: z.number(),
    reference_rate: z.number(),
    film_layout: z.enum(FILM_LAYOUTS),
    production_warehouse_id: z.int().nullable(),
    default_vat_code: z.string().nullable(),
    working_hours_per_day: z.number(),
    working_days: z.array(z.int()),
    reel_check_percent: z.number(),
    scrap_below_m: z.number(),
    mass_balance_percent: z.number(),
    waste_price_per_kg: z.number(),
    /** Absent without `costs.read`. */
    wages_per_hour: z.number().optional(),
    ...featureSwitches(),
    production_days: z.int(),
    receipt_days: z.int(),
    wider_mm: z.int(),
    cover_days: z.int(),
    reservation_days: z.int(),
    proposal_grouping: z.enum(PROPOSAL_GROUPINGS),
    recharge_stamp_duty: z.boolean(),
    conai_rates: z.record(z.string(), z.number()),
    attachment_quota_mb: z.int(),
    fr_note_pmt: z.string(),
    fr_note_pmd: z.string(),
    fr_note_aab: z.string(),
    ...every(ACCOUNTS, () => z.string()),
    sdi_channel: z.enum(SDI_CHANNELS),
    sdi_pec: z.string(),
    second_factor_roles: z.array(z.enum(ROLES)),
    oidc_roles: z.array(z.object({ group: z.string(), role: z.enum(ROLES) })),
    ...changed,
  })
  .meta({ id: 'Settings' });
export type Settings = z.infer<typeof Settings>;

export const settings = {
  get: get('/settings', {
    summary: "The company's settings",
    description: 'Returns the company settings.',
    needs: 'settings.manage',
    reply: Settings,
  }),
  update: put('/settings', {
    summary: "Change the company's settings",
    description:
      'Changes the company settings, such as the time zone, the over-receipt tolerance and the default VAT code.',
    needs: 'settings.manage',
    body: SettingsInput,
    reply: Settings,
    errors: {
      STALE_VERSION: 'Another user changed the settings since the version in `If-Match` was read.',
      FORBIDDEN:
        'The caller lacks the capability, sends `wages_per_hour` without `costs.read`, or changes `oidc_roles` without being an administrator.',
    },
  }),
};
