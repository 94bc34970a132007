/** The data that a new company enters before its first order. */
import { sql } from 'kysely';
import { can, type Capability } from '@bobina/contract/core/permissions.ts';
import type { Dashboard, FirstStep } from '@bobina/contract/system/dashboard.ts';
import type { Reading } from '../../platform/context.ts';

const NEEDS: Record<FirstStep, Capability> = {
  company: 'company.write',
  vat_codes: 'vat_codes.write',
  default_vat_code: 'settings.manage',
  warehouses: 'warehouses.write',
  products: 'products.write',
  customers: 'customers.write',
  orders: 'customer_orders.write',
};

/**
 * Reads which first steps are done. The company step is done when all company data that an invoice needs is entered.
 * Undefined for a company that has orders, and for users who may do none of the steps.
 */
export async function readFirstSteps({ db, user }: Reading): Promise<Dashboard['first_steps']> {
  const steps = (Object.keys(NEEDS) as FirstStep[]).filter((step) => can(user, NEEDS[step]));
  if (steps.length === 0) return undefined;
  const { rows } = await sql<Record<FirstStep, boolean> & { has_bought: boolean }>`
    select exists (select from customer_orders) as orders, exists (select from purchase_orders) as has_bought,
      exists (
        select from company where num_nulls(business_name, vat_number, address, zip_code, city) = 0
      ) as company,
      exists (select from vat_codes where deleted_at is null) as vat_codes,
      exists (select from settings where default_vat_code is not null) as default_vat_code,
      exists (select from warehouses where deleted_at is null) as warehouses,
      exists (select from products where deleted_at is null) as products,
      exists (select from customers where deleted_at is null) as customers`.execute(db);
  const { orders, has_bought } = rows[0]!;
  return orders || has_bought ? undefined : steps.map((step) => ({ step, is_done: rows[0]![step] }));
}
