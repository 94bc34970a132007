/** The texts that a free field of a document held before. A form offers them while such a field is typed. */
import { z } from 'zod';
import { get } from '../core/endpoint.ts';
import type { Capability } from '../core/permissions.ts';

/** The fields, by the name of their list, and the capability that shows them. */
export const USED_VALUES = {
  'packing-lists': { needs: 'packing_lists.read', fields: ['carrier', 'reason', 'appearance'] },
  payments: { needs: 'payments.read', fields: ['method', 'bank'] },
} as const satisfies Record<string, { needs: Capability; fields: readonly string[] }>;
export type UsedValueEntity = keyof typeof USED_VALUES;
export type UsedValueField<E extends UsedValueEntity> = (typeof USED_VALUES)[E]['fields'][number];

/** The number of texts that one answer offers. */
export const MOST_USED_VALUES = 30;

export const usedValues = {
  list: get('/used-values/{entity:text}/{field:text}', {
    summary: 'Texts that a free field held before',
    description: `Returns at most ${MOST_USED_VALUES} texts of a field, the most frequent first, from the newest 5,000 records. Fields: ${Object.entries(
      USED_VALUES,
    )
      .map(([entity, { fields }]) => `${fields.map((field) => `\`${field}\``).join(', ')} of \`${entity}\``)
      .join(
        '; ',
      )}. The read capability of the list is required. Texts that differ in case or outer spaces alone are one; its most frequent spelling is returned. Another entity or field is a 404.`,
    needs: 'signed-in',
    reply: z.array(z.string()),
    errors: { FORBIDDEN: 'The caller may not read the list.' },
  }),
};
