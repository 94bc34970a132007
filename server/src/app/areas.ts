/** The list of areas: the handlers of each contract module, and the API errors of their database constraints. */
import { contract } from '@bobina/contract/contract.ts';
import type { FastifyInstance } from 'fastify';
import { authHandlers, identityConstraints, usersHandlers } from '../areas/identity/handlers.ts';
import { preferenceHandlers } from '../areas/identity/preferences.ts';
import { securityEventHandlers } from '../areas/identity/list-security-events.ts';
import { viewHandlers } from '../areas/identity/views.ts';
import { ordersConstraints, ordersHandlers } from '../areas/orders/handlers.ts';
import { productionConstraints, productionHandlers } from '../areas/production/handlers.ts';
import { purchasingConstraints, purchasingHandlers } from '../areas/purchasing/handlers.ts';
import { registryConstraints, registryHandlers } from '../areas/registry/handlers.ts';
import { reelLabelHandlers, salesConstraints, salesHandlers } from '../areas/sales/handlers.ts';
import { stockConstraints, stockHandlers } from '../areas/stock/handlers.ts';
import { sessionConstraints } from '../platform/sessions/sessions.ts';
import type { ConstraintProblems } from '../platform/http/errors.ts';
import { mount, type Handlers, type Kernel } from '../platform/http/mount.ts';
import { createDashboardHandlers } from './dashboard/dashboard.ts';
import { figureHandlers } from './figures.ts';
import { historyHandlers } from './history.ts';
import { importHandlers } from './imports/handlers.ts';
import { noteConstraints, noteHandlers } from './notes/notes.ts';
import { noticeHandlers } from './notices/notices.ts';
import { purchaseProposalHandlers } from './purchase-proposals/handlers.ts';
import { purchaseOrderReportHandlers } from './purchase-order-report.ts';
import { operationHandlers, runHandlers } from './run-costs/handlers.ts';
import { runReportHandlers } from './run-costs/report-handlers.ts';
import { searchHandlers } from './search/search.ts';
import { recallHandlers, traceHandlers } from './trace/handlers.ts';
import { undoHandlers } from './undo.ts';

type Modules = Omit<typeof contract, 'system'>;
interface Installation {
  /** The folder of the installation's data, whose disk the dashboard shows. */
  dataDir: string | undefined;
}
type AllHandlers = { [Module in keyof Modules]: Handlers<Modules[Module]> };

export const constraints: ConstraintProblems = {
  ...sessionConstraints,
  ...identityConstraints,
  ...registryConstraints,
  ...stockConstraints,
  ...purchasingConstraints,
  ...ordersConstraints,
  ...salesConstraints,
  ...productionConstraints,
  ...noteConstraints,
};

/** A call of the contract without a handler is a compile error. */
const handlers: Omit<AllHandlers, 'dashboard'> = {
  auth: authHandlers,
  users: usersHandlers,
  securityEvents: securityEventHandlers,
  views: viewHandlers,
  preferences: preferenceHandlers,
  ...registryHandlers,
  ...stockHandlers,
  ...purchasingHandlers,
  ...ordersHandlers,
  ...salesHandlers,
  documents: { ...salesHandlers.documents, ...purchaseOrderReportHandlers },
  reels: { ...stockHandlers.reels, ...reelLabelHandlers },
  ...productionHandlers,
  runs: runHandlers,
  runReports: runReportHandlers,
  productionOperations: operationHandlers,
  notes: noteHandlers,
  notices: noticeHandlers,
  purchaseProposals: purchaseProposalHandlers,
  search: searchHandlers,
  imports: importHandlers,
  trace: traceHandlers,
  recalls: recallHandlers,
  history: historyHandlers,
  undo: undoHandlers(() => constraints),
  figures: figureHandlers,
};

/** Registers the routes of all areas. */
export function mountAreas(api: FastifyInstance, kernel: Kernel, { dataDir }: Installation): void {
  const all: AllHandlers = { ...handlers, dashboard: createDashboardHandlers(dataDir) };
  for (const module of Object.keys(all) as (keyof AllHandlers)[])
    mount(api, kernel, contract[module], all[module] as never);
}
