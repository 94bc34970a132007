/** The body of a webhook, built from the columns of its row: the same bytes at every attempt. */

interface Told {
  id: number;
  sequence: number | string | null;
  entity: string | null;
  entity_id: number | null;
  action: string | null;
  created_at: string;
}

/** Builds the JSON that a delivery sends. */
export function messageOfWebhook({ id, sequence, entity, entity_id, action, created_at }: Told): Buffer {
  return Buffer.from(
    JSON.stringify({ delivery_id: id, sequence: Number(sequence), entity, id: entity_id, action, at: created_at }),
    'utf8',
  );
}
