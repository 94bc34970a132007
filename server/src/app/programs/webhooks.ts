/** Webhooks and their deliveries. */
import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Delivery, Webhook, webhooks as contract } from '@bobina/contract/system/webhooks.ts';
import type { Act, Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { searchedValue, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import {
  AUDIT,
  changeOne,
  createOne,
  deleteOne,
  lockOne,
  readOne,
  readOneOf,
  registerRows,
  type MasterData,
} from '../../platform/master-data.ts';
import { addressIn, type Networks } from '../../platform/networks.ts';
import { cancelDeliveries } from '../../platform/outbox/webhook/deliver-webhook.ts';
import { invalid, notFound } from '../../platform/problem.ts';
import { deliverAgain } from '../outbox/change-row.ts';

const LOOKUP_MS = 2_000;

const WEBHOOKS: List<SortOf<typeof contract.list>> = {
  columns: {
    url: text('t.url'),
    description: text('t.description'),
    is_active: value('t.is_active'),
    created_at: value('t.id'),
  },
  order: 'url',
};
const DELIVERIES: List<SortOf<typeof contract.deliveries>> = {
  columns: {
    sequence: value('t.sequence'),
    entity: searchedValue('t.entity'),
    action: searchedValue('t.action'),
    state: value('t.state'),
    status: value('t.status'),
  },
  alsoSearched: ['t.last_error'],
  order: '-sequence',
};

const webhookEntity: MasterData<Webhook, 'webhooks'> = {
  name: 'webhooks',
  table: 'webhooks',
  one: readOneOf(webhookRows),
  label: ({ url }) => url,
};

/** Creates the handlers of webhooks. @param networks the internal networks that webhooks may reach */
export function createWebhookHandlers(networks: Networks): Handlers<typeof contract> {
  return {
    list: ({ query }, reading) => page(reading, webhookRows(reading.db), query, WEBHOOKS),
    get: ({ id }, { db }) => readOne(db, webhookEntity, id),
    create: async ({ body }, act) => {
      await requireUrl(networks, body.url);
      const secret = `whsec_${randomBytes(32).toString('base64url')}`;
      return { ...(await createOne(act, webhookEntity, { ...body, secret })), secret };
    },
    update: (input, act) => updateWebhook(act, networks, input),
    remove: async ({ id }, act) => {
      await deleteOne(act, webhookEntity, await lockOne(act, webhookEntity, id));
      await cancelDeliveries(act.tx, id);
    },
    deliveries: (input, reading) => listDeliveries(reading, input),
    again: async ({ id, delivery_id }, act) => {
      await readOne(act.tx, webhookEntity, id);
      await readDelivery(act.tx, id, delivery_id);
      await deliverAgain(act, delivery_id, { all: true });
      return readDelivery(act.tx, id, delivery_id);
    },
  };
}

/** Switching it off cancels waiting deliveries; switching it on starts with the acts from then on. */
async function updateWebhook(
  act: Act,
  networks: Networks,
  { id, body, version }: HandlerInput<typeof contract.update>,
) {
  if (body.url !== undefined) await requireUrl(networks, body.url);
  const before = await lockOne(act, webhookEntity, id, version);
  const isOn = body.is_active ?? before.is_active;
  if (!isOn) await cancelDeliveries(act.tx, id);
  const fresh = isOn ? { disabled_at: null, disabled_reason: null } : {};
  return changeOne(act, webhookEntity, before, { ...body, ...fresh });
}

/**
 * Checks an address. A name that cannot be looked up now is accepted: it is looked up at each delivery.
 * @throws VALIDATION `format` or `private` on `url`
 */
async function requireUrl(networks: Networks, url: string): Promise<void> {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['https:', 'http:'].includes(parsed.protocol) || parsed.username !== '' || parsed.password !== '')
    throw invalid('url', 'format');
  const addresses = await addressesOf(parsed);
  if (addresses.some((address) => !networks.allows(address))) throw invalid('url', 'private');
  if (parsed.protocol === 'http:' && (addresses.length === 0 || !addresses.every((address) => networks.names(address))))
    throw invalid('url', 'format');
}

async function addressesOf(url: URL): Promise<string[]> {
  const literal = addressIn(url);
  if (literal !== undefined) return [literal];
  if (/(^|\.)localhost\.?$/.test(url.hostname)) return ['127.0.0.1'];
  const found = lookup(url.hostname, { all: true }).then(
    (addresses) => addresses.map(({ address }) => address),
    () => [],
  );
  return Promise.race([found, sleep(LOOKUP_MS, [], { ref: false })]);
}

async function listDeliveries(reading: Reading, { id, query }: HandlerInput<typeof contract.deliveries>) {
  await readOne(reading.db, webhookEntity, id);
  return page(reading, deliveryRows(reading.db, id), query, DELIVERIES);
}

/** @throws NOT_FOUND */
async function readDelivery(db: Db, webhook: number, id: number): Promise<Delivery> {
  const row = await deliveryRows(db, webhook).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

function deliveryRows(db: Db, webhook: number) {
  return db
    .selectFrom('outbox as t')
    .where('t.webhook_id', '=', webhook)
    .select([
      't.id',
      't.status',
      't.attempts',
      't.last_error',
      't.next_attempt_at',
      't.possible_duplicate',
      't.created_at',
    ])
    .select([
      sql<number>`t.sequence`.as('sequence'),
      sql<string>`t.entity`.as('entity'),
      sql<number>`t.entity_id`.as('entity_id'),
      sql<string>`t.action`.as('action'),
      sql<Delivery['state']>`t.state`.as('state'),
    ]);
}

function webhookRows(db: Db) {
  return registerRows(db, 'webhooks').select([
    't.id',
    't.url',
    't.entities',
    't.is_active',
    't.description',
    't.disabled_at',
    sql<Webhook['disabled_reason']>`t.disabled_reason`.as('disabled_reason'),
    ...AUDIT,
  ]);
}
