/** Personal data of a user or contact: the export, and the data that an erasure keeps. */
import { z } from 'zod';

const Row = z.record(z.string(), z.unknown());

export const PersonalData = z
  .object({
    entity: z.enum(['users', 'contacts']),
    id: z.int(),
    /** The user or contact itself. Hashes and keys are left out. */
    person: Row,
    /** The rows that refer to the person, by kind. */
    held: z.array(z.object({ entity: z.string(), rows: z.array(Row) })),
  })
  .meta({ id: 'PersonalData' });
export type PersonalData = z.infer<typeof PersonalData>;

/**
 * Why something still names the person: a law keeps documents, the hash chain covers acts, the acts of the pseudonym stay
 * for the audit, users wrote the words, or a backup was made before.
 */
export const KEPT_REASONS = ['law', 'chain', 'audit', 'text', 'backup'] as const;

export const Erasure = z
  .object({
    /** The pseudonym. */
    pseudonym: z.string(),
    kept: z.array(z.object({ entity: z.string(), count: z.int(), reason: z.enum(KEPT_REASONS) })),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.infer<typeof Erasure>;
