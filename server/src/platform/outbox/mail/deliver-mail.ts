/** Hands a mail over to the SMTP server. */
import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { ClaimedRow, Deliverer, HandOver, Outcome, RecipientResult } from '../outbox-row.ts';
import type { MailSettings } from './mail-settings.ts';

const CONNECTION_MS = 10_000;
const GREETING_MS = 10_000;
const SILENCE_MS = 30_000;
const LONGEST_WORDS = 500;

interface SmtpError extends Error {
  response?: string;
  responseCode?: number;
  command?: string;
  /** The address that was refused. */
  recipient?: string;
  rejectedErrors?: SmtpError[];
}

/** Delivers mails. The error message of the server is kept for each recipient that it refuses. */
export function mailDeliverer(settings: MailSettings): Deliverer {
  return { deliver: (row, handOver) => deliver(settings, row, handOver) };
}

async function deliver(settings: MailSettings, row: ClaimedRow, handOver: HandOver): Promise<Outcome | null> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection({
    host: settings.host,
    port: settings.port,
    secure: settings.isSecure,
    connectionTimeout: CONNECTION_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    dnsTimeout: CONNECTION_MS,
  });
  try {
    await opened(connection, settings);
    if (!(await handOver.begin())) return null;
    return await sent(connection, row);
  } catch (error) {
    return { isDone: false, error: wordsOf(error as SmtpError) };
  } finally {
    connection.quit();
  }
}

/** Connects and signs in. A later error closes the connection and rejects the pending read. */
function opened(connection: SMTPConnection, { user }: MailSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.on('error', reject);
    connection.connect((failure) => {
      if (failure) return reject(failure);
      if (user === null) return resolve();
      return connection.login({ user: user.name, pass: user.password }, (refusal) =>
        refusal ? reject(refusal) : resolve(),
      );
    });
  });
}

function sent(connection: SMTPConnection, { sender, recipients, message }: ClaimedRow): Promise<Outcome> {
  const to = recipients.map(({ address }) => address);
  let hasLeft = false;
  // Read only after the server has asked for the message.
  const bytes = Readable.from(
    (function* read() {
      hasLeft = true;
      yield message!;
    })(),
  );
  return new Promise((resolve) => {
    connection.send({ from: sender!, to, size: message!.length }, bytes, (error, info) => {
      const failure = error as SmtpError | null;
      // Kept also when the message fails after some recipients were refused.
      const refused = (failure?.rejectedErrors ?? info?.rejectedErrors ?? refusedSoFar(connection)) as SmtpError[];
      const mayHaveLeft = hasLeft && failure !== null && failure.responseCode === undefined;
      resolve({ ...outcomeOf(recipients, refused, failure), mayHaveLeft });
    });
  });
}

/**
 * A 5xx is final for its recipient, and after DATA for all whom the server had accepted. All others wait for the next
 * attempt.
 */
function outcomeOf(
  recipients: ClaimedRow['recipients'],
  refused: readonly SmtpError[],
  failure: SmtpError | null,
): Outcome {
  const byAddress = new Map(refused.map((error) => [error.recipient, error]));
  const isAboutMessage = failure !== null && failure.command === 'DATA';
  const results: RecipientResult[] = [];
  let left: SmtpError | undefined;
  for (const { position, address } of recipients) {
    const error = byAddress.get(address) ?? failure;
    if (!error) results.push({ position, state: 'handed_over', message: null });
    else if (isFinal(error) && (byAddress.has(address) || isAboutMessage))
      results.push({ position, state: 'refused', message: wordsOf(error) });
    else left = error;
  }
  return { isDone: left === undefined, error: left ? wordsOf(left) : null, recipients: results };
}

function isFinal({ responseCode = 0 }: SmtpError): boolean {
  return responseCode >= 500 && responseCode < 600;
}

function wordsOf({ response, message }: SmtpError): string {
  // oxlint-disable-next-line no-control-regex -- the words of a server are shown on one line
  return (response ?? message).replace(/[\u0000-\u001f]+/g, ' ').slice(0, LONGEST_WORDS);
}

function refusedSoFar(connection: SMTPConnection): SmtpError[] {
  return (connection as unknown as { _envelope?: { rejectedErrors?: SmtpError[] } })._envelope?.rejectedErrors ?? [];
}
