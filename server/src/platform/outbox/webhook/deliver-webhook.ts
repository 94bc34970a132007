/** Delivers webhooks: a signed POST to an address that the server may send to. */
import { createHmac } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { sql } from 'kysely';
import type { Db, Tx } from '../../database/db.ts';
import { lookupAmong, refuseInside } from '../../lookup-among.ts';
import type { Networks } from '../../networks.ts';
import type { Deliverer, Outcome } from '../outbox-row.ts';
import { messageOfWebhook } from '../webhook-message.ts';

/** How long an answer may take, in milliseconds. */
const TIMEOUT_MS = 10_000;
/** How much of an answer is read, in bytes. */
const MOST_READ = 64_000;

/** Creates the deliverer of webhooks. @param timeoutMs how long an answer may take, in milliseconds */
export function webhookDeliverer(db: Db, networks: Networks, timeoutMs: number = TIMEOUT_MS): Deliverer {
  return {
    deliver: async (row, { begin }) => {
      const hook = await db
        .selectFrom('webhooks')
        .select(['url', 'secret'])
        .where('id', '=', row.webhook_id!)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      if (!hook) return failed('the webhook was deleted');
      if (!(await begin())) return null;
      const body = messageOfWebhook(row);
      const headers = {
        'content-type': 'application/json',
        'content-length': body.length,
        'user-agent': 'Bobina',
        'bobina-delivery': String(row.id),
        'bobina-sequence': String(row.sequence),
        'bobina-signature': signatureOf(hook.secret, body, Math.floor(Date.now() / 1000)),
      };
      return post({ url: new URL(hook.url), headers, body }, networks, timeoutMs).catch((error: Error) =>
        failed(error.message),
      );
    },
    died: async (tx, { webhook_id }) => {
      await sql`
        update webhooks set is_active = false, disabled_at = clock_timestamp(), disabled_reason = 'failed', version = version + 1
        where id = ${webhook_id} and is_active`.execute(tx);
      await cancelDeliveries(tx, Number(webhook_id));
    },
  };
}

/** The value of `Bobina-Signature`. @param at seconds since the epoch */
export function signatureOf(secret: string, body: Buffer, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex')}`;
}

/** Cancels the waiting deliveries of a webhook that is switched off or deleted. */
export async function cancelDeliveries(tx: Tx, webhook: number): Promise<void> {
  await sql`
    update outbox set state = 'cancelled', next_attempt_at = null, lease = null, leased_until = null, is_handing_over = false
    where webhook_id = ${webhook} and state = 'waiting'`.execute(tx);
}

function failed(error: string, status: number | null = null): Outcome {
  return { isDone: false, error, status };
}

/** Sends one request on a separate connection. A redirect is not followed: it is a failure. */
async function post(
  { url, headers, body }: { url: URL; headers: Record<string, string | number>; body: Buffer },
  networks: Networks,
  timeoutMs: number,
): Promise<Outcome> {
  const isSecure = url.protocol === 'https:';
  const may = (address: string) => (isSecure ? networks.allows(address) : networks.names(address));
  refuseInside(url, may);
  const send = isSecure ? requestHttps : requestHttp;
  return new Promise<Outcome>((resolve, reject) => {
    const request = send(
      url,
      { method: 'POST', headers, agent: false, lookup: lookupAmong(may), signal: AbortSignal.timeout(timeoutMs) },
      (response) => {
        const status = response.statusCode ?? 0;
        const isTaken = status >= 200 && status < 300;
        let read = 0;
        response.on('data', (part: Buffer) => {
          read += part.length;
          if (read > MOST_READ) response.destroy();
        });
        response.on('error', () => {});
        response.on('close', () => {
          resolve(isTaken ? { isDone: true, error: null, status } : failed(`HTTP ${status}`, status));
        });
      },
    );
    request.on('error', (error) =>
      reject(error.name === 'AbortError' || error.name === 'TimeoutError' ? new Error('no answer in time') : error),
    );
    request.end(body);
  });
}
