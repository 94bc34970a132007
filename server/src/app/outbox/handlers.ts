/** Mails and the outbox. They send documents of all areas, so this folder belongs to none of them. */
import { sql } from 'kysely';
import type { Language } from '@bobina/contract/core/languages.ts';
import type {
  MailDraft,
  mails as mailsContract,
  OutboxRow,
  outbox as outboxContract,
} from '@bobina/contract/system/outbox.ts';
import { companyToday } from '../../areas/registry/index.ts';
import type { ExchangeFolders } from '../../areas/sales/files/exchange-folder.ts';
import type { Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { FileAnswer } from '../../platform/http/file-answer.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import type { ManyActs } from '../../platform/http/many-acts.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { MailSettings } from '../../platform/outbox/mail/mail-settings.ts';
import { composeMail, queueMail, type NewMail } from '../../platform/outbox/mail/queue-mail.ts';
import { messageOfWebhook } from '../../platform/outbox/webhook-message.ts';
import { invalid, notFound, Problem } from '../../platform/problem.ts';
import { cancelRow, deliverAgain } from './change-row.ts';
import { mailTexts } from './mail-texts.ts';
import { readSdiPec } from './send-by-pec.ts';
import { readMailedDocument, readMailFiles, type MailedDocument } from './mailed-documents.ts';
import { listOutbox, readOutboxRow } from './outbox-rows.ts';

export const outboxHandlers: Handlers<typeof outboxContract> = {
  list: (input, reading) => listOutbox(reading, input),
  get: ({ id }, reading) => readOutboxRow(reading, id),
  message: ({ id }, reading) => readMessage(reading, id),
  again: ({ id, body }, act) => deliverAgain(act, id, { all: body.all ?? false }),
  cancel: ({ id }, act) => cancelRow(act, id),
};

/** Creates the handlers of mails. @param settings undefined: mail is not set up, and sending is refused @param exchange the folders that are set up */
export function createMailHandlers(
  settings: MailSettings | undefined,
  exchange: ExchangeFolders | undefined,
): Handlers<typeof mailsContract> {
  return {
    create: (input, acts) => sendDocument(acts, required(settings), input),
    test: async ({ body }, act) => {
      const names = await readNames(act.tx);
      const day = await companyToday(act.tx);
      const texts = mailTexts(act.language, 'test', { ...names, number: '', day, user: act.user.name });
      const mail = await composeMail(required(settings), { to: [body.to], ...texts });
      const id = await queueMail(act.tx, mail, { user: act.user.id });
      // Without the address: the hash chain covers these details, so that they could not be erased.
      act.record('test', 'outbox', id);
      return readOutboxRow(act, id);
    },
    recipients: async ({ query }, reading) =>
      chosenOf(await readMailedDocument(reading, query)).map(({ name, address }) => ({ name, address })),
    draft: async ({ query: { lang, ...document } }, reading) => readDraft(reading, settings, document, lang),
    status: async (_input, { db }) => ({
      is_configured: settings !== undefined,
      from: settings?.from.address ?? null,
      sdi_pec: await readSdiPec(db),
      exchange_out: exchange?.out !== undefined,
      exchange_in: exchange?.in !== undefined,
    }),
  };
}

function required(settings: MailSettings | undefined): MailSettings {
  if (!settings) throw new Problem('NOT_CONFIGURED');
  return settings;
}

function chosenOf({ recipients }: MailedDocument) {
  return recipients.filter(({ is_chosen }) => is_chosen);
}

/** Prints outside the transaction, which then writes the finished mail. */
async function sendDocument(
  acts: ManyActs,
  settings: MailSettings,
  { body: wanted }: HandlerInput<typeof mailsContract.create>,
): Promise<OutboxRow> {
  const document = await readMailedDocument(acts, wanted.document);
  const to = wanted.to ?? chosenOf(document).map(({ address }) => address);
  if (to.length === 0) throw invalid('to', 'required');
  const own = wanted.copy_to_me ? await readOwnAddress(acts) : null;
  if (wanted.copy_to_me && own === null) throw invalid('copy_to_me', 'unknown');
  const language = wanted.language ?? document.language;
  const texts = await readTexts(acts, document, language);
  const mail: NewMail = {
    to,
    cc: wanted.cc ?? [],
    bcc: own === null ? [] : [own],
    subject: wanted.subject ?? texts.subject,
    body: wanted.body ?? texts.body,
    attachments: await readMailFiles(acts, document, { attach: wanted.attach ?? ['pdf'], language }),
  };
  const composed = await composeMail(settings, mail);
  return acts.one('mail', async (act) => {
    const id = await queueMail(act.tx, composed, { user: act.user.id, document: wanted.document });
    act.record('send', 'outbox', id, document.number);
    return readOutboxRow(act, id);
  });
}

async function readDraft(
  reading: Reading,
  settings: MailSettings | undefined,
  named: HandlerInput<typeof mailsContract.recipients>['query'],
  lang: Language | undefined,
): Promise<MailDraft> {
  const document = await readMailedDocument(reading, named);
  const language = lang ?? document.language;
  return {
    is_configured: settings !== undefined,
    language,
    ...(await readTexts(reading, document, language)),
    recipients: document.recipients,
    attachments: document.attachments,
    own_address: await readOwnAddress(reading),
  };
}

async function readTexts({ db, user }: Pick<Reading, 'db' | 'user'>, document: MailedDocument, language: Language) {
  const { number, day, template } = document;
  return mailTexts(language, template, { ...(await readNames(db)), number, day, user: user.name });
}

async function readNames(db: Db): Promise<{ company: string }> {
  const { rows } = await sql<{ company: string }>`
    select coalesce(business_name, '') as company from company limit 1`.execute(db);
  return rows[0] ?? { company: '' };
}

async function readOwnAddress({ db, user }: Pick<Reading, 'db' | 'user'>): Promise<string | null> {
  const row = await db.selectFrom('users').select('email').where('id', '=', user.id).executeTakeFirst();
  return row?.email ?? null;
}

async function readMessage(reading: Reading, id: number): Promise<FileAnswer> {
  const { kind } = await readOutboxRow(reading, id);
  const row = await reading.db
    .selectFrom('outbox')
    .select(['id', 'message', 'webhook_id', 'sequence', 'entity', 'entity_id', 'action', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (kind === 'webhook') return new FileAnswer('application/json', `${id}.json`, messageOfWebhook(row), 'attachment');
  if (row.message === null) throw notFound();
  return new FileAnswer('message/rfc822', `${id}.eml`, row.message, 'attachment');
}
