/** The documents that can be sent by mail, with the capability, the recipients and the files of each. */
import { sql } from 'kysely';
import type { Language } from '@bobina/contract/core/languages.ts';
import { can, type Capability } from '@bobina/contract/core/permissions.ts';
import type { ContactRole } from '@bobina/contract/registry/contacts.ts';
import type { MailAttachmentKind, MailDraft, MailedKind } from '@bobina/contract/system/outbox.ts';
import { languageOfCountry } from '../../areas/sales/documents/document-texts.ts';
import type { PrintJob } from '../../areas/sales/documents/print/print-document.ts';
import { printInThread } from '../../areas/sales/documents/print/printer.ts';
import { readOrderConfirmation } from '../../areas/sales/documents/read-order-confirmation.ts';
import { readPackingListReport } from '../../areas/sales/documents/read-packing-list-report.ts';
import { makeEInvoice } from '../../areas/sales/e-invoice/e-invoice.ts';
import { makeInvoicePdf } from '../../areas/sales/e-invoice/hybrid.ts';
import { countryOf } from '@bobina/contract/registry/countries.ts';
import { readNewestFile } from '../../areas/sales/shared/stored-files.ts';
import type { Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { MailAttachment } from '../../platform/outbox/mail/queue-mail.ts';
import { invalid, notFound, Problem } from '../../platform/problem.ts';
import { readPurchaseOrderReport } from '../purchase-order-report.ts';
import type { MailTemplate } from './mail-texts.ts';

interface Kind {
  needs: readonly Capability[];
  /** The contacts that receive it. */
  role: ContactRole;
  party: 'customer' | 'supplier';
  table: string;
  number: string;
  day: string;
  live: string;
  /** The template, if it is not that of the kind. */
  template?: string;
}
const KINDS: Record<MailedKind, Kind> = {
  invoice: {
    needs: ['invoices.read'],
    role: 'invoices',
    party: 'customer',
    table: 'invoices',
    number: `coalesce(t.invoice_number, 'BOZZA-' || t.id)`,
    day: 't.invoice_date',
    live: 't.deleted_at is null',
    template: `case when t.type = 'credit_note' then 'credit_note' else 'invoice' end`,
  },
  packing_list: {
    needs: ['packing_lists.read', 'packing_lists.amounts'],
    role: 'deliveries',
    party: 'customer',
    table: 'packing_lists',
    number: 't.packing_list_number',
    day: 't.packing_date',
    live: 'true',
  },
  purchase_order: {
    needs: ['purchase_orders.read', 'purchase_orders.amounts'],
    role: 'orders',
    party: 'supplier',
    table: 'purchase_orders',
    number: 't.order_number',
    day: 't.order_date',
    live: 't.deleted_at is null',
  },
  customer_order: {
    needs: ['customer_orders.read', 'customer_orders.amounts'],
    role: 'orders',
    party: 'customer',
    table: 'customer_orders',
    number: 't.order_number',
    day: 't.order_date',
    live: 't.deleted_at is null',
  },
};

/** A document as a mail names it. */
export interface MailedDocument {
  kind: MailedKind;
  id: number;
  number: string;
  day: string;
  template: MailTemplate;
  /** Of the contacts that receive it if they share one, else of the country. */
  language: Language;
  recipients: MailDraft['recipients'];
  attachments: MailAttachmentKind[];
}
interface Named {
  kind: MailedKind;
  id: number;
}

/** Reads a document and its recipients. @throws NOT_FOUND, FORBIDDEN for users who may not see it with its amounts */
export async function readMailedDocument(
  { db, user }: Pick<Reading, 'db' | 'user'>,
  { kind, id }: Named,
): Promise<MailedDocument> {
  const { needs, role, party, table, number, day, live, template = `'${kind}'` } = KINDS[kind];
  if (!needs.every((capability) => can(user, capability))) throw new Problem('FORBIDDEN');
  const invoiceEmail = party === 'customer' && role === 'invoices' ? 'p.email_fatturazione' : 'null';
  const { rows } = await sql<{
    number: string;
    day: string;
    template: MailTemplate;
    party_id: number;
    name: string;
    email: string | null;
    invoice_email: string | null;
    country: string | null;
    country_code: string | null;
  }>`
    select ${sql.raw(number)} as number, ${sql.raw(day)} as day, ${sql.raw(template)} as template, p.id as party_id,
      p.business_name as name, nullif(p.email, '') as email, ${sql.raw(invoiceEmail)} as invoice_email,
      nullif(p.country, '') as country, p.country_code
    from ${sql.table(table)} t join ${sql.table(`${party}s`)} p on p.id = t.${sql.raw(party)}_id
    where t.id = ${id} and ${sql.raw(live)}`.execute(db);
  const document = rows[0];
  if (!document) throw notFound();
  const contacts = await readContacts(db, party, document.party_id, role);
  const chosen = contacts.filter(({ is_chosen }) => is_chosen);
  const register = [document.invoice_email, document.email]
    .filter((address) => address !== null)
    .map((address, at) => ({ name: document.name, address, is_chosen: chosen.length === 0 && at === 0 }));
  const languages = new Set(chosen.map(({ language }) => language));
  const [shared] = languages.size === 1 ? languages : [null];
  return {
    kind,
    id,
    number: document.number,
    day: document.day,
    template: document.template,
    language: shared ?? languageOfCountry(countryOf(document)),
    recipients: unique([...contacts.map(({ language: _language, ...contact }) => contact), ...register]),
    attachments: kind === 'invoice' ? ['pdf', 'xml'] : ['pdf'],
  };
}

/** The files of a document, as they are attached. @throws INCOMPLETE_DOCUMENT, VALIDATION on `attach.<n>` */
export async function readMailFiles(
  { db, user }: Pick<Reading, 'db' | 'user'>,
  document: MailedDocument,
  { attach, language }: { attach: readonly MailAttachmentKind[]; language: Language },
): Promise<MailAttachment[]> {
  const files: MailAttachment[] = [];
  for (const [at, wanted] of [...new Set(attach)].entries()) {
    if (!document.attachments.includes(wanted)) throw invalid(`attach.${at}`, 'unknown');
    files.push(wanted === 'pdf' ? await pdfFile({ db, user }, document, language) : await xmlFile(db, document.id));
  }
  return files;
}

async function readContacts(db: Db, party: Kind['party'], id: number, role: ContactRole) {
  const { rows } = await sql<{ name: string; address: string; language: Language | null; is_chosen: boolean }>`
    select name, email as address, language, ${role} = any(roles) as is_chosen from contacts
    where ${sql.ref(`${party}_id`)} = ${id} and deleted_at is null and email is not null
    order by name, id`.execute(db);
  return rows;
}

/** Removes duplicate addresses. An address is chosen if any duplicate is. */
function unique(all: readonly MailDraft['recipients'][number][]): MailDraft['recipients'] {
  const found = new Map<string, MailDraft['recipients'][number]>();
  for (const recipient of all) {
    const key = recipient.address.toLowerCase();
    const before = found.get(key);
    found.set(key, before ? { ...before, is_chosen: before.is_chosen || recipient.is_chosen } : recipient);
  }
  return [...found.values()];
}

async function pdfFile(
  reading: Pick<Reading, 'db' | 'user'>,
  document: MailedDocument,
  language: Language,
): Promise<MailAttachment> {
  const stored =
    document.kind === 'invoice'
      ? await readNewestFile(reading.db, { invoice: document.id, format: 'facturx_pdf' })
      : undefined;
  if (stored) return { name: fileName(stored.name), type: 'application/pdf', content: stored.bytes };
  const job = await inSnapshot(reading.db, (tx) => printJob({ db: tx, user: reading.user }, document, language));
  const content = await printInThread(job, reading.user.id);
  return { name: fileName(`${document.number}.pdf`), type: 'application/pdf', content };
}

async function printJob(reading: Pick<Reading, 'db' | 'user'>, { kind, id }: Named, lang: Language): Promise<PrintJob> {
  if (kind === 'invoice') return makeInvoicePdf(reading.db, { id, lang });
  if (kind === 'packing_list') return { kind, report: await readPackingListReport(reading.db, { id, lang }) };
  if (kind === 'purchase_order') return { kind, report: await readPurchaseOrderReport(reading, { id, lang }) };
  return { kind: 'order_confirmation', report: await readOrderConfirmation(reading, { id, lang }) };
}

async function xmlFile(db: Db, id: number): Promise<MailAttachment> {
  const { name, xml } = await inSnapshot(db, (tx) => makeEInvoice(tx, { id, format: undefined }));
  return {
    name: fileName(name),
    type: 'application/xml',
    content: Buffer.isBuffer(xml) ? xml : Buffer.from(xml, 'utf8'),
  };
}

function fileName(name: string): string {
  return name.replace(/[^\w.-]+/g, '-');
}
