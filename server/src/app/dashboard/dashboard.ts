/** GET /dashboard and the trends of the home. They read from all areas, so this folder belongs to none of them. */
import { can, type Capability } from '@bobina/contract/core/permissions.ts';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { Dashboard, dashboard as dashboardContract } from '@bobina/contract/system/dashboard.ts';
import { companyToday } from '../../areas/registry/index.ts';
import type { Reading } from '../../platform/context.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { readCash } from './cash.ts';
import {
  readExpiringBatches,
  readLateOrders,
  readLowStock,
  readOpenInvoices,
  readToShip,
  readWeekProduction,
} from './figures.ts';
import { readFirstSteps } from './first-steps.ts';
import { readHealth } from './health.ts';
import { readMachineLoad } from './machine-load.ts';
import { readMarginTrend } from './margin-trend.ts';
import { readSalesTrend } from './sales-trend.ts';
import { readStockValueTrend } from './stock-value.ts';
import { readWork, type WORK_PARTS } from './work.ts';

type Part = Exclude<keyof Dashboard, 'today' | 'health' | 'first_steps' | (typeof WORK_PARTS)[number]>;
/** Creates the handlers. @param dataDir the folder whose disk `health` measures */
export function createDashboardHandlers(dataDir: string | undefined): Handlers<typeof dashboardContract> {
  return {
    get: (_input, reading) => readDashboard(reading, dataDir),
    sales: (_input, { db }) => readSalesTrend(db),
    stockValue: (_input, { db }) => readStockValueTrend(db),
    margins: (_input, { db }) => readMarginTrend(db),
    machineLoad: (_input, { db }) => readMachineLoad(db),
    cash: (_input, { db }) => readCash(db),
  };
}

/** The capability that each part requires. */
const PARTS: { [P in Part]: [needs: Capability, read: (reading: Reading, today: Day) => Promise<Dashboard[P]>] } = {
  late_orders: ['customer_orders.read', readLateOrders],
  to_ship: ['stock.read', readToShip],
  low_stock: ['stock.read', readLowStock],
  expiring_batches: ['stock.read', readExpiringBatches],
  open_invoices: ['invoices.read', readOpenInvoices],
  week_production: ['production.plan', readWeekProduction],
};

async function readDashboard(reading: Reading, dataDir: string | undefined): Promise<Dashboard> {
  const { db, user } = reading;
  const today = await companyToday(db);
  const seen = Object.entries(PARTS).filter(([, [needs]]) => can(user, needs));
  const [work, first_steps, health, ...parts] = await Promise.all([
    readWork(reading, today),
    readFirstSteps(reading),
    can(user, 'settings.manage') ? readHealth(db, dataDir) : undefined,
    ...seen.map(async ([part, [, read]]) => [part, await read(reading, today)] as const),
  ]);
  return {
    today,
    ...(first_steps && { first_steps }),
    ...Object.fromEntries(parts),
    ...work,
    ...(health && { health }),
  };
}
