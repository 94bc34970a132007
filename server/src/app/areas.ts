/** The list of areas: the handlers of each contract module, and the API errors of their database constraints. */
import { contract } from '@bobina/contract/contract.ts';
import type { FastifyInstance } from 'fastify';
import { createAuthHandlers, createUsersHandlers, identityConstraints } from '../areas/identity/handlers.ts';
import { createOidcProvider, passkeySiteOf, type OidcSettings, watchInitialPassword } from '../areas/identity/index.ts';
import { preferenceHandlers } from '../areas/identity/preferences.ts';
import { securityEventHandlers } from '../areas/identity/list-security-events.ts';
import { tokenHandlers } from '../areas/identity/tokens.ts';
import { viewHandlers } from '../areas/identity/views.ts';
import { ordersConstraints, ordersHandlers } from '../areas/orders/handlers.ts';
import { productionConstraints, productionHandlers } from '../areas/production/handlers.ts';
import { purchasingConstraints, purchasingHandlers } from '../areas/purchasing/handlers.ts';
import { registryConstraints, registryHandlers } from '../areas/registry/handlers.ts';
import { reelLabelHandlers, salesConstraints, salesHandlers } from '../areas/sales/handlers.ts';
import type { ExchangeFolders } from '../areas/sales/files/exchange-folder.ts';
import { stockConstraints, stockHandlers } from '../areas/stock/handlers.ts';
import { sessionConstraints } from '../platform/sessions/sessions.ts';
import type { ConstraintProblems } from '../platform/http/errors.ts';
import type { Networks } from '../platform/networks.ts';
import { mount, type Handlers, type Kernel } from '../platform/http/mount.ts';
import { attachmentConstraints, attachmentHandlers } from './attachments/attachments.ts';
import { accountingConstraints, accountingHandlers } from './accounting/handlers.ts';
import type { MailSettings } from '../platform/outbox/mail/mail-settings.ts';
import { createDashboardHandlers } from './dashboard/dashboard.ts';
import { figureHandlers } from './figures.ts';
import { createHealthHandlers } from './health/handlers.ts';
import { historyHandlers } from './history.ts';
import { importHandlers } from './imports/handlers.ts';
import { usedValueHandlers } from './used-values.ts';
import { noteConstraints, noteHandlers } from './notes/notes.ts';
import { noticeHandlers } from './notices/notices.ts';
import { createMailHandlers, outboxHandlers } from './outbox/handlers.ts';
import { createPecHandlers } from './outbox/send-by-pec.ts';
import { calendarHandlers } from './programs/calendars.ts';
import { changeHandlers } from './programs/changes.ts';
import { createWebhookHandlers } from './programs/webhooks.ts';
import { purchaseProposalHandlers } from './purchase-proposals/handlers.ts';
import { duplicateInvoice } from './purchase-invoices/create-invoice.ts';
import { purchaseInvoiceHandlers } from './purchase-invoices/handlers.ts';
import { purchaseOrderReportHandlers } from './purchase-order-report.ts';
import { operationHandlers, runHandlers } from './run-costs/handlers.ts';
import { runReportHandlers } from './run-costs/report-handlers.ts';
import { searchHandlers } from './search/search.ts';
import { recallHandlers, traceHandlers } from './trace/handlers.ts';
import { canUndo, undoHandlers } from './undo.ts';

type Modules = Omit<typeof contract, 'system'>;
interface Installation {
  /** The folder of the installation's data, whose disk the dashboard shows. */
  dataDir: string | undefined;
  /** Undefined: mail is not set up. */
  mail: MailSettings | undefined;
  /** Private networks to which the server may connect. */
  networks: Networks;
  /** The address at which browsers reach the server. */
  publicUrl: string | undefined;
  /** Undefined: OpenID Connect is not set up. */
  oidc: OidcSettings | undefined;
  /** Undefined: there are no exchange folders. */
  exchange: ExchangeFolders | undefined;
  /** Whether backups are copied to a second folder. */
  hasBackupCopy: boolean;
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
  purchase_invoices_supplier_number: duplicateInvoice,
  purchase_invoices_vat_number: duplicateInvoice,
  purchase_invoices_one_per_file: duplicateInvoice,
  ...attachmentConstraints,
  ...accountingConstraints,
};

/** A call of the contract without a handler is a compile error. */
const handlers: Omit<AllHandlers, 'dashboard' | 'health' | 'mails' | 'transmissions' | 'webhooks' | 'auth' | 'users'> =
  {
    securityEvents: securityEventHandlers,
    views: viewHandlers,
    preferences: preferenceHandlers,
    tokens: tokenHandlers,
    ...registryHandlers,
    ...stockHandlers,
    ...purchasingHandlers,
    ...ordersHandlers,
    ...salesHandlers,
    documents: { ...salesHandlers.documents, ...purchaseOrderReportHandlers },
    accounting: { ...salesHandlers.accounting, ...accountingHandlers },
    reels: { ...stockHandlers.reels, ...reelLabelHandlers },
    ...productionHandlers,
    runs: runHandlers,
    runReports: runReportHandlers,
    productionOperations: operationHandlers,
    notes: noteHandlers,
    usedValues: usedValueHandlers,
    attachments: attachmentHandlers,
    notices: noticeHandlers,
    outbox: outboxHandlers,
    purchaseProposals: purchaseProposalHandlers,
    purchaseInvoices: purchaseInvoiceHandlers,
    search: searchHandlers,
    imports: importHandlers,
    trace: traceHandlers,
    recalls: recallHandlers,
    history: historyHandlers,
    undo: undoHandlers(() => constraints),
    figures: figureHandlers,
    changes: changeHandlers,
    calendars: calendarHandlers,
  };

/** Registers the routes of all areas. */
export function mountAreas(
  api: FastifyInstance,
  kernel: Kernel,
  { dataDir, mail, networks, publicUrl, oidc, exchange, hasBackupCopy }: Installation,
): void {
  const provider = oidc && createOidcProvider(oidc);
  const all: AllHandlers = {
    ...handlers,
    auth: createAuthHandlers({
      initial: watchInitialPassword(dataDir),
      site: passkeySiteOf(publicUrl),
      mails: { settings: mail, publicUrl },
      provider,
    }),
    users: createUsersHandlers(provider, canUndo),
    dashboard: createDashboardHandlers(dataDir),
    health: createHealthHandlers({
      dataDir,
      networks,
      publicUrl,
      hasMail: mail !== undefined,
      hasBackupCopy,
      replica: kernel.replica,
    }),
    mails: createMailHandlers(mail, exchange),
    transmissions: { ...salesHandlers.transmissions, ...createPecHandlers(mail) },
    webhooks: createWebhookHandlers(networks),
  };
  for (const module of Object.keys(all) as (keyof AllHandlers)[])
    mount(api, kernel, contract[module], all[module] as never);
}
