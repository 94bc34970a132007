/** The company register and the settings. Each is a single row, so their calls have no id. */
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import {
  ACCOUNTS,
  FEATURES,
  type Company,
  type company as companyContract,
  type CompanyDay,
  type Settings,
  type settings as settingsContract,
} from '@bobina/contract/registry/company.ts';
import { today, type Day } from '@bobina/contract/core/dates.ts';
import { can, type Rights } from '@bobina/contract/core/permissions.ts';
import { now } from '../../platform/clock.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { describeChanges, numeric, requireVersion } from '../../platform/master-data.ts';
import { FieldChecks, Problem } from '../../platform/problem.ts';
import { scaleInThread } from './logo/scale-in-thread.ts';
import { checkReference } from './references.ts';
import { isVatCode } from './terms.ts';

const SWITCHES = FEATURES.map((feature) => `t.use_${feature}` as const);
const CHANGED = ['t.version', 't.modified_at', 't.modified_by', 'editor.name as modified_by_name'] as const;
/** Reads the settings, with the wages. */
export function readSettings(db: Db): Promise<Required<Settings>> {
  return settingsRow(db).executeTakeFirstOrThrow();
}
/** Reads the company's current day and its working time, which convert minutes of work into days. */
export async function readCalendar(db: Db): Promise<{
  today: Day;
  working_hours_per_day: number;
  working_days: number[];
  production_warehouse_id: number | null;
}> {
  const { time_zone, ...calendar } = await db
    .selectFrom('settings as t')
    .select(['t.time_zone', 't.working_days', 't.production_warehouse_id'])
    .select(numeric('t.working_hours_per_day', 'working_hours_per_day'))
    .executeTakeFirstOrThrow();
  return { today: today(time_zone, now()), ...calendar };
}

/** Returns the current day in the company's time zone. */
export async function companyToday(db: Db): Promise<Day> {
  return (await companyDay(db)).today;
}

export const companyHandlers: Handlers<typeof companyContract> = {
  get: (_input, { db }) => readCompany(db),
  today: (_input, { db }) => companyDay(db),
  update: async ({ body, version }, act) => {
    // Scales before the row is locked, because scaling can take a second. A stored logo was scaled when it was saved.
    const values = body.logo ? { ...body, logo: await scaleInThread(body.logo) } : body;
    const before = await companyRow(act.tx).forUpdate('t').executeTakeFirstOrThrow();
    requireVersion(before, version);
    await changeRegister(act, 'company', before, values);
    return readCompany(act.tx);
  },
};

export const settingsHandlers: Handlers<typeof settingsContract> = {
  get: async (_input, { db, user }) => shownSettings(await readSettings(db), user),
  update: async ({ body, version }, act) => {
    if (body.wages_per_hour !== undefined && !act.may('costs.read')) throw new Problem('FORBIDDEN');
    const before = await settingsRow(act.tx).forUpdate('t').executeTakeFirstOrThrow();
    requireVersion(shownSettings(before, act.user), version);
    // A group of the provider can carry the role of administrators, and the order of the groups can take it away.
    if (body.oidc_roles && act.user.role !== 'admin' && !isDeepStrictEqual(body.oidc_roles, before.oidc_roles))
      throw new Problem('FORBIDDEN', { text: 'OIDC_ROLES_BY_ADMIN' });
    const checks = new FieldChecks();
    if (body.production_warehouse_id !== before.production_warehouse_id)
      await checkReference(act, checks, {
        table: 'warehouses',
        id: body.production_warehouse_id,
        path: 'production_warehouse_id',
      });
    const { default_vat_code } = body;
    if (
      default_vat_code &&
      default_vat_code !== before.default_vat_code &&
      !(await isVatCode(act.tx, default_vat_code))
    )
      checks.add('default_vat_code', 'unknown');
    checks.done();
    const days = body.working_days && [...new Set(body.working_days)].toSorted((a, b) => a - b);
    await changeRegister(act, 'settings', before, {
      ...body,
      working_days: days,
      oidc_roles: body.oidc_roles && JSON.stringify(body.oidc_roles),
      conai_rates: body.conai_rates && JSON.stringify(withoutEmpty(body.conai_rates)),
    });
    return shownSettings(await readSettings(act.tx), act.user);
  },
};

/** Removes the materials without a rate. */
function withoutEmpty(rates: Record<string, number | null>): Record<string, number | null> {
  return Object.fromEntries(Object.entries(rates).filter(([, rate]) => rate !== null));
}

function companyRow(db: Db) {
  return db
    .selectFrom('company as t')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .select([
      't.business_name',
      't.vat_number',
      't.tax_code',
      't.address',
      't.city',
      't.province',
      't.zip_code',
      't.country',
      't.country_code',
      't.phone',
      't.email',
      't.pec',
      't.iban',
      't.bank',
      't.sia_code',
      't.creditor_id',
      't.share_capital',
      't.rea',
      't.regime_fiscale',
      't.siren',
      't.siret',
      't.ice',
      't.logo',
      't.gs1_prefix',
      ...CHANGED,
    ]);
}

function settingsRow(db: Db) {
  return db
    .selectFrom('settings as t')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .select(['t.time_zone', 't.production_warehouse_id', 't.default_vat_code', 't.working_days', ...CHANGED])
    .select(SWITCHES)
    .select(['t.production_days', 't.receipt_days', 't.wider_mm', 't.cover_days', 't.reservation_days'])
    .select(['t.attachment_quota_mb', 't.sdi_pec'])
    .select(['t.recharge_stamp_duty', 't.fr_note_pmt', 't.fr_note_pmd', 't.fr_note_aab'])
    .select(ACCOUNTS.map((account) => `t.${account}` as const))
    .select([
      sql<Settings['conai_rates']>`t.conai_rates`.as('conai_rates'),
      sql<Settings['second_factor_roles']>`t.second_factor_roles`.as('second_factor_roles'),
      sql<Settings['oidc_roles']>`t.oidc_roles`.as('oidc_roles'),
      sql<Settings['sdi_channel']>`t.sdi_channel`.as('sdi_channel'),
      sql<Settings['film_layout']>`t.film_layout`.as('film_layout'),
      sql<Settings['proposal_grouping']>`t.proposal_grouping`.as('proposal_grouping'),
      numeric('t.over_receipt_percent', 'over_receipt_percent'),
      numeric('t.invoice_quantity_tolerance', 'invoice_quantity_tolerance'),
      numeric('t.invoice_price_tolerance', 'invoice_price_tolerance'),
      numeric('t.scrap_percent', 'scrap_percent'),
      numeric('t.reference_rate', 'reference_rate'),
      numeric('t.working_hours_per_day', 'working_hours_per_day'),
      numeric('t.reel_check_percent', 'reel_check_percent'),
      numeric('t.scrap_below_m', 'scrap_below_m'),
      numeric('t.mass_balance_percent', 'mass_balance_percent'),
      numeric('t.waste_price_per_kg', 'waste_price_per_kg'),
      numeric('t.wages_per_hour', 'wages_per_hour'),
    ]);
}

/** Leaves out the wages for callers who may not read costs. */
function shownSettings({ wages_per_hour, ...shown }: Required<Settings>, user: Rights): Settings {
  return can(user, 'costs.read') ? { ...shown, wages_per_hour } : shown;
}

function readCompany(db: Db): Promise<Company> {
  return companyRow(db).executeTakeFirstOrThrow();
}

async function companyDay(db: Db): Promise<CompanyDay> {
  const { time_zone, scrap_below_m, ...switches } = await db
    .selectFrom('settings')
    .select('time_zone')
    .select(FEATURES.map((feature) => `use_${feature}` as const))
    .select(numeric('scrap_below_m', 'scrap_below_m'))
    .executeTakeFirstOrThrow();
  return {
    today: today(time_zone, now()),
    time_zone,
    features: FEATURES.filter((feature) => switches[`use_${feature}`]),
    scrap_below_m,
  };
}

/** Updates the single row of a register; the act has locked it. */
async function changeRegister(
  act: Act,
  table: 'company' | 'settings',
  before: { version: number },
  values: object,
): Promise<void> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  await act.tx
    .updateTable(table)
    .set({ ...given, version: before.version + 1, modified_at: sql<string>`now()`, modified_by: act.user.id })
    .execute();
  const changes = diffRecords(before, { ...before, ...given });
  act.record('update', table, 1, describeChanges(before, values), before.version + 1, changes);
}
