/** A real SMTP server for tests: it stores the mails that it accepts, and refuses those that a test selects. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { readMailSettings, type MailSettings } from '../platform/outbox/mail/mail-settings.ts';

/** MAIL_FROM of the tests. */
export const MAIL_FROM = 'Bobinificio <ufficio@bobinificio.example>';

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: Buffer;
  messageId: string;
}
export interface SmtpRefusal {
  code: number;
  words: string;
}
export interface SmtpHooks {
  /** Before the greeting. */
  connected?: (() => Promise<void> | void) | undefined;
  /** @returns the refusal of a recipient */
  recipient?: ((address: string) => SmtpRefusal | undefined) | undefined;
  /** The whole message was received and is not answered yet. @returns the refusal of the message */
  received?:
    | ((mail: ReceivedMail) => Promise<SmtpRefusal | undefined | void> | SmtpRefusal | undefined | void)
    | undefined;
  /** The client has closed its connection. */
  closed?: (() => void) | undefined;
}
export interface TestSmtp {
  port: number;
  /** SMTP_URL. */
  url: string;
  /** The mail settings of this SMTP_URL and the MAIL_FROM of the tests. */
  settings: MailSettings;
  /** The mails that it has accepted. */
  mails: ReceivedMail[];
  hooks: SmtpHooks;
  /** Accepts everything again and deletes the stored mails. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts a server. @param login the name and password that it requires; without them it requires none */
export async function startSmtp(login?: { name: string; password: string }): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  const hooks: SmtpHooks = {};
  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    authOptional: !login,
    onAuth: ({ username, password }, _session, done) =>
      username === login?.name && password === login?.password
        ? done(null, { user: username })
        : done(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
    onConnect: (_session, done) => {
      void Promise.resolve(hooks.connected?.()).then(() => done());
    },
    onRcptTo: ({ address }, _session, done) => {
      const refusal = hooks.recipient?.(address);
      done(refusal && asError(refusal));
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts);
        const mail = {
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map(({ address }) => address),
          raw,
          messageId: /^Message-ID:\s*(\S+)/im.exec(raw.toString('utf8'))?.[1] ?? '',
        };
        void Promise.resolve(hooks.received?.(mail)).then((refusal) => {
          if (!refusal) mails.push(mail);
          done(refusal ? asError(refusal) : null);
        });
      });
    },
    onClose: () => hooks.closed?.(),
  });
  server.on('error', () => {}); // a killed client
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://${login ? `${encodeURIComponent(login.name)}:${encodeURIComponent(login.password)}@` : ''}127.0.0.1:${port}`;
  return {
    port,
    url,
    settings: readMailSettings(url, MAIL_FROM)!,
    mails,
    hooks,
    reset: () => {
      mails.length = 0;
      for (const name of Object.keys(hooks) as (keyof SmtpHooks)[]) delete hooks[name];
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function asError({ code, words }: SmtpRefusal): Error {
  return Object.assign(new Error(words), { responseCode: code });
}
