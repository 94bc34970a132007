/** Sends FatturaPA files to the Sistema di Interscambio by PEC, through the outbox. */
import { sql } from 'kysely';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { transmissions } from '@bobina/contract/sales/transmissions.ts';
import { waitsForPec } from '../../areas/sales/files/hand-over.ts';
import { readInvoice } from '../../areas/sales/invoices/invoice-rows.ts';
import { lockInvoice, nameOfInvoice } from '../../areas/sales/invoices/lock-invoice.ts';
import { readNewestFile } from '../../areas/sales/shared/stored-files.ts';
import type { Act } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { bulkResult } from '../../platform/http/bulk-result.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { MailSettings } from '../../platform/outbox/mail/mail-settings.ts';
import { composeMail, queueMail } from '../../platform/outbox/mail/queue-mail.ts';
import { Problem } from '../../platform/problem.ts';

/** Creates the handlers. @param settings undefined: mail is not set up, and sending is refused */
export function createPecHandlers(
  settings: MailSettings | undefined,
): Pick<Handlers<typeof transmissions>, 'sendByPec' | 'sendManyByPec'> {
  return {
    sendByPec: ({ id }, act) => sendByPec(act, settings, id),
    sendManyByPec: async ({ body: { ids } }, acts) => {
      const done = await acts.each({
        items: ids,
        act: async (act, id) => void (await sendByPec(act, settings, id)),
      });
      return { results: done.map(({ item: id, outcome }) => ({ id, ...bulkResult(outcome, acts.language) })) };
    },
  };
}

/** Reads the PEC address of the Sistema di Interscambio; null unless PEC is the channel. */
export async function readSdiPec(db: Db): Promise<string | null> {
  const { rows } = await sql<{ sdi_pec: string | null }>`
    select case sdi_channel when 'pec' then sdi_pec end as sdi_pec from settings`.execute(db);
  return rows[0]!.sdi_pec;
}

/**
 * Writes a mail with the newest file of a document into the outbox. The worker records the
 * delivery of the mail, and a trigger records in the same transaction that the file was handed over. Locks the invoice.
 * @throws NOT_FOUND, NOT_CONFIGURED, INVALID_TRANSITION
 */
async function sendByPec(act: Act, settings: MailSettings | undefined, id: number): Promise<Invoice> {
  if (!settings) throw new Problem('NOT_CONFIGURED');
  const invoice = await lockInvoice(act, id);
  const to = await readSdiPec(act.tx);
  if (to === null) throw new Problem('NOT_CONFIGURED', { text: 'PEC_OFF' });
  const file = await readNewestFile(act.tx, { invoice: id });
  if (invoice.transmission !== 'to_send' || file?.format !== 'fatturapa' || (await waitsForPec(act.tx, id)))
    throw new Problem('INVALID_TRANSITION');
  const attachments = [{ name: file.name, type: 'application/xml', content: file.bytes }];
  const mail = await composeMail(settings, { to: [to], subject: file.name, body: file.name, attachments });
  const outbox = await queueMail(act.tx, mail, { user: act.user.id, document: { kind: 'invoice', id } });
  await sql`insert into pec_files (outbox_id, file_id) values (${outbox}, ${file.id})`.execute(act.tx);
  act.record('send-by-pec', 'invoices', id, `${nameOfInvoice(invoice)} · ${to}`, invoice.version);
  act.changed('outbox', outbox);
  return readInvoice({ db: act.tx, language: act.language }, id);
}
