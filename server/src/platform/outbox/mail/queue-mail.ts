/** Writes a mail into the outbox, in the transaction of the act that causes it. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../../database/db.ts';
import { now } from '../../clock.ts';
import type { MailSettings } from './mail-settings.ts';

export interface MailAttachment {
  name: string;
  type: string;
  content: Buffer;
}
export interface NewMail {
  to: readonly string[];
  cc?: readonly string[];
  /** Receive it without being named in it. */
  bcc?: readonly string[];
  subject: string;
  body: string;
  attachments?: readonly MailAttachment[];
}
/** A mail as it will be handed over, byte for byte at every attempt. */
export interface ComposedMail {
  message: Buffer;
  messageId: string;
  sender: string;
  subject: string;
  /** Each address once. */
  recipients: string[];
}

const LINE_BREAK = Buffer.from('\r\n');

/** Builds the bytes of a mail. */
export async function composeMail({ from }: MailSettings, mail: NewMail): Promise<ComposedMail> {
  const messageId = `<${randomUUID()}@${from.address.split('@')[1]!}>`;
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: from.name === '' ? from.address : from,
    to: [...mail.to],
    cc: [...(mail.cc ?? [])],
    subject: mail.subject,
    text: mail.body.replace(/\r?\n/g, '\r\n'),
    messageId,
    date: now(),
    disableFileAccess: true,
    disableUrlAccess: true,
    attachments: (mail.attachments ?? []).map(({ name, type, content }) => ({
      filename: name,
      contentType: type,
      content,
    })),
  });
  const built = await composer.compile().build();
  return {
    // SMTP adds a final line break if it is missing. Adding it here keeps the stored bytes equal to the received ones.
    message: built.subarray(-2).equals(LINE_BREAK) ? built : Buffer.concat([built, LINE_BREAK]),
    messageId,
    sender: from.address,
    subject: mail.subject,
    recipients: unique([...mail.to, ...(mail.cc ?? []), ...(mail.bcc ?? [])]),
  };
}

/**
 * Writes a composed mail into the outbox. The caller announces `outbox` after the commit (`act.changed`), which wakes the
 * workers. @param user who sends it; null for the program itself
 * @param isSecret the message is never shown, is in no backup, and is deleted once it is handed over or given up @returns the id of the row
 */
export async function queueMail(
  tx: Tx,
  mail: ComposedMail,
  {
    user,
    document = null,
    isSecret = false,
  }: { user: number | null; document?: { kind: string; id: number } | null; isSecret?: boolean },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into outbox (kind, subject, document_kind, document_id, message_id, message, sender, created_by)
      values ('mail', ${mail.subject}, ${document?.kind ?? null}, ${document?.id ?? null}, ${mail.messageId},
        ${isSecret ? null : mail.message}, ${mail.sender}, ${user})
      returning id
    ), told as (
      insert into outbox_recipients (outbox_id, position, address)
      select made.id, r.position, r.address from made, unnest(${mail.recipients}::text[]) with ordinality r (address, position)
    )
    select id from made`.execute(tx);
  const { id } = rows[0]!;
  if (isSecret) await tx.insertInto('outbox_secrets').values({ outbox_id: id, message: mail.message }).execute();
  return id;
}

function unique(addresses: readonly string[]): string[] {
  return [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()];
}
