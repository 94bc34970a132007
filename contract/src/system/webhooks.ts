/** Webhooks: addresses of other programs that are notified of each act. */
import { z } from 'zod';
import { del, get, GROWING_ROWS, list, post, put } from '../core/endpoint.ts';
import { audit, optionalText, text, unlessEmpty } from '../core/fields.ts';
import { CHANGE_NEEDS } from './changes.ts';
import { OUTBOX_STATES } from './outbox-states.ts';

export const WEBHOOK_ENTITIES = Object.keys(CHANGE_NEEDS).toSorted() as [string, ...string[]];

export const Webhook = z
  .object({
    id: z.int(),
    url: z.string(),
    /** The entities that it is notified of; empty: all. */
    entities: z.array(z.string()),
    is_active: z.boolean(),
    description: z.string().nullable(),
    /** When it was switched off automatically. */
    disabled_at: z.string().nullable(),
    /** `failed`: nothing was delivered for three days. `restored`: the database comes from a backup. */
    disabled_reason: z.enum(['failed', 'restored']).nullable(),
    ...audit,
  })
  .meta({ id: 'Webhook' });
export type Webhook = z.infer<typeof Webhook>;

export const WebhookInput = z
  .object({
    url: text(2000),
    entities: unlessEmpty(z.array(z.enum(WEBHOOK_ENTITIES))),
    is_active: unlessEmpty(z.boolean()),
    description: optionalText(),
  })
  .meta({ id: 'WebhookInput' });
export const WebhookUpdate = WebhookInput.partial().meta({ id: 'WebhookUpdate' });

/** `secret` is missing in the answer to a retry. */
const CreatedWebhook = Webhook.extend({ secret: z.string().optional() }).meta({ id: 'CreatedWebhook' });

export const Delivery = z
  .object({
    id: z.int(),
    /** Its number among those of the webhook: from 1, without gaps. */
    sequence: z.int(),
    entity: z.string(),
    entity_id: z.int(),
    action: z.string(),
    state: z.enum(OUTBOX_STATES),
    /** HTTP status of the last answer. */
    status: z.int().nullable(),
    attempts: z.int(),
    last_error: z.string().nullable(),
    next_attempt_at: z.string().nullable(),
    /** An attempt ended without an answer after its hand-over had begun. */
    possible_duplicate: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'Delivery' });
export type Delivery = z.infer<typeof Delivery>;

const ADDRESS =
  '`url` is https, or http to a network that the operator names in `ALLOW_PRIVATE_NETWORKS`. Addresses of private networks are refused (`private`) unless it names them.';

export const webhooks = {
  list: list('/webhooks', {
    shownAs: 'webhook',
    summary: 'Webhooks',
    description: 'Lists the webhooks. Their secrets are never returned.',
    needs: 'settings.manage',
    row: Webhook,
    sort: ['url', 'description', 'is_active', 'created_at'],
  }),
  get: get('/webhooks/{id}', {
    summary: 'One webhook',
    description: 'Returns a webhook with its address and entities, without its secret.',
    needs: 'settings.manage',
    reply: Webhook,
  }),
  create: post('/webhooks', {
    summary: 'Create a webhook',
    description: `Creates a webhook. ${ADDRESS} Each act on one of \`entities\`, or on any when it is empty, is delivered as a \`POST\` of \`{delivery_id, sequence, entity, id, action, at}\` with the headers \`Bobina-Delivery\`, \`Bobina-Sequence\` and \`Bobina-Signature: t=<unix seconds>,v1=<hex>\`, the HMAC-SHA-256 of \`<t>.<body>\` under \`secret\`, which the answer contains once. Deliveries come one at a time, in the order of the commits; any answer with 2xx within ten seconds takes one. The others are repeated for three days, then the webhook is switched off.`,
    needs: 'settings.manage',
    body: WebhookInput,
    reply: CreatedWebhook,
    secrets: ['secret'],
  }),
  update: put('/webhooks/{id}', {
    summary: 'Change a webhook',
    description: `Changes a webhook. ${ADDRESS} Switching it off cancels its waiting deliveries. After it is switched on, it receives the new acts, and its numbers continue.`,
    needs: 'settings.manage',
    body: WebhookUpdate,
    reply: Webhook,
    errors: { STALE_VERSION: 'The webhook was changed since the version in `If-Match` was read.' },
  }),
  remove: del('/webhooks/{id}', {
    summary: 'Delete a webhook',
    description: 'Deletes a webhook and cancels its waiting deliveries.',
    needs: 'settings.manage',
  }),
  deliveries: list('/webhooks/{id}/deliveries', {
    summary: 'Deliveries of a webhook, newest first',
    description: 'Lists the deliveries of a webhook, newest first. Finished ones are kept for 30 days.',
    needs: 'settings.manage',
    row: Delivery,
    sort: ['sequence', 'entity', 'action', 'state', 'status'],
    most: GROWING_ROWS,
  }),
  again: post('/webhooks/{id}/deliveries/{delivery_id}/again', {
    summary: 'Repeat a delivery',
    description: 'Sends a delivery again, with the same id, number and body. Later deliveries wait for it.',
    needs: 'settings.manage',
    reply: Delivery,
    status: 200,
    errors: { INVALID_TRANSITION: 'It is being handed over at this moment.' },
  }),
};
