/** Mails about the sign-in of a user, and the devices that a user has signed in from. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { Visit } from '../../platform/context.ts';
import { now } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { MailSettings } from '../../platform/outbox/mail/mail-settings.ts';
import { composeMail, queueMail, type ComposedMail } from '../../platform/outbox/mail/queue-mail.ts';

export interface SignInMails {
  /** Undefined: no mail is sent. */
  settings: MailSettings | undefined;
  /** The address at which browsers reach the server. Links never use an address from a request. */
  publicUrl: string | undefined;
}

/** A device is deleted after a year without a sign-in from it. */
const DEVICE_DAYS = 365;

const TEXTS: Record<Language, Record<'device' | 'reset', { subject: string; body: string }>> = {
  it: {
    device: {
      subject: 'Accesso a Bobina da un nuovo dispositivo',
      body: "L'utente {{username}} ha effettuato l'accesso da un dispositivo mai usato prima.\n\nQuando: {{when}}\nIndirizzo: {{address}}\nDispositivo: {{agent}}\n\nSe sei stato tu, non devi fare nulla. Altrimenti cambia la password e chiudi la sessione in {{site}}/profilo, e avvisa un amministratore.",
    },
    reset: {
      subject: 'Nuova password per Bobina',
      body: "Qualcuno ha chiesto una nuova password per l'utente {{username}}. Per sceglierla apri questo indirizzo entro 30 minuti:\n\n{{link}}\n\nSe non sei stato tu, ignora questo messaggio: la password resta quella di prima.",
    },
  },
  fr: {
    device: {
      subject: 'Connexion à Bobina depuis un nouvel appareil',
      body: "L'utilisateur {{username}} s'est connecté depuis un appareil jamais utilisé auparavant.\n\nQuand : {{when}}\nAdresse : {{address}}\nAppareil : {{agent}}\n\nSi c'était vous, vous n'avez rien à faire. Sinon, changez le mot de passe et fermez la session dans {{site}}/profilo, et prévenez un administrateur.",
    },
    reset: {
      subject: 'Nouveau mot de passe pour Bobina',
      body: "Quelqu'un a demandé un nouveau mot de passe pour l'utilisateur {{username}}. Pour le choisir, ouvrez cette adresse dans les 30 minutes :\n\n{{link}}\n\nSi ce n'était pas vous, ignorez ce message : le mot de passe reste le même.",
    },
  },
  en: {
    device: {
      subject: 'Sign-in to Bobina from a new device',
      body: 'The user {{username}} has signed in from a device that was not used before.\n\nWhen: {{when}}\nAddress: {{address}}\nDevice: {{agent}}\n\nIf this was you, there is nothing to do. Otherwise change the password and end the session in {{site}}/profilo, and tell an administrator.',
    },
    reset: {
      subject: 'New password for Bobina',
      body: 'A new password was requested for the user {{username}}. To choose it, open this address within 30 minutes:\n\n{{link}}\n\nIf this was not you, ignore this message: the password stays the same.',
    },
  },
};

/**
 * Stores the network and the user agent of a sign-in. Queues a mail when the user has signed in before, but never from
 * these, and has an address. The user's row is locked. @returns whether a mail was queued
 */
export async function mailOfNewDevice(
  tx: Tx,
  {
    visit: { address, userAgent, language },
    user,
    mails,
  }: {
    visit: Pick<Visit, 'address' | 'userAgent' | 'language'>;
    user: { id: number; username: string; email: string | null };
    mails: SignInMails;
  },
): Promise<boolean> {
  const device = createHash('sha256')
    .update(`${networkOf(address)}\n${userAgent}`)
    .digest();
  const { rows } = await sql<{ is_new: boolean; local_time: string }>`
    with earlier as (select device_hash from known_devices where user_id = ${user.id}),
    seen as (
      insert into known_devices (user_id, device_hash) values (${user.id}, ${device})
      on conflict (user_id, device_hash) do update set last_seen_at = now())
    select exists (select from earlier) and not exists (select from earlier where device_hash = ${device}) as is_new,
      to_char(${now().toISOString()}::timestamptz at time zone (select time_zone from settings), 'DD/MM/YYYY HH24:MI') as local_time`.execute(
    tx,
  );
  if (!rows[0]!.is_new || user.email === null || !mails.settings) return false;
  const mail = await fill(mails.settings, {
    to: user.email,
    template: 'device',
    language,
    values: {
      username: user.username,
      when: rows[0]!.local_time,
      address,
      agent: userAgent,
      site: mails.publicUrl ?? '',
    },
  });
  await queueMail(tx, mail, { user: null });
  return true;
}

/** Composes the mail with the link that sets a new password. */
export function composeResetMail(
  settings: MailSettings,
  { to, language, username, link }: { to: string; language: Language; username: string; link: string },
): Promise<ComposedMail> {
  return fill(settings, { to, template: 'reset', language, values: { username, link } });
}

/** Deletes devices without a sign-in for a year. */
export async function deleteOldDevices(db: Db): Promise<void> {
  await db
    .deleteFrom('known_devices')
    .where('last_seen_at', '<', sql<string>`now() - make_interval(days => ${sql.lit(DEVICE_DAYS)})`)
    .execute();
}

function fill(
  settings: MailSettings,
  {
    to,
    template,
    language,
    values,
  }: { to: string; template: 'device' | 'reset'; language: Language; values: Record<string, string> },
): Promise<ComposedMail> {
  const { subject, body } = TEXTS[language][template];
  const text = body.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  return composeMail(settings, { to: [to], subject, body: text });
}
