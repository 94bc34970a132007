/** The state of the installation, for its administrators. */
import { z } from 'zod';
import { get } from '../core/endpoint.ts';

/** `off`: not in use. */
export const HEALTH_STATES = ['ok', 'warning', 'error', 'off'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** `message` is a sentence in the caller's language. */
const check = { state: z.enum(HEALTH_STATES), message: z.string() };

export const HealthCheck = z
  .discriminatedUnion('name', [
    z.object({
      name: z.literal('backup'),
      ...check,
      /** The newest backup by `npm run backup`; null if there is none. */
      last_at: z.string().nullable(),
      /** The newest trial restore by `npm run backup:prove` without differences; null if there is none. */
      proven_at: z.string().nullable(),
    }),
    z.object({
      name: z.literal('database'),
      ...check,
      version: z.string(),
      /** PostgreSQL no longer corrects the major version, or the bundled version of the same one has more corrections. */
      is_old: z.boolean(),
    }),
    z.object({
      name: z.literal('disk'),
      ...check,
      /** Free space of the server's disk; null if the system does not report it. */
      free_bytes: z.number().nullable(),
    }),
    z.object({
      name: z.literal('replication'),
      ...check,
      /** The standbys that receive the changes of the database at the moment. */
      standbys: z.int(),
    }),
    z.object({
      name: z.literal('certificate'),
      ...check,
      /** The last moment of the certificate of PUBLIC_URL; null if it was not read. */
      expires_at: z.string().nullable(),
    }),
    z.object({
      name: z.literal('outbox'),
      ...check,
      waiting: z.int(),
      /** Given up after three days. */
      dead: z.int(),
    }),
  ])
  .meta({ id: 'HealthCheck' });
export type HealthCheck = z.infer<typeof HealthCheck>;

export const health = {
  details: get('/health/details', {
    summary: 'State of backups, database, disk, replication, certificate and outbox',
    description:
      "Checks the installation: the age of the last backup and of the last trial restore, the version of the database, the free space of the server's disk, the replicas, the certificate at PUBLIC_URL and the outbox. `state` is `off` for a service that is not in use.",
    needs: 'settings.manage',
    reply: z.object({ checks: z.array(HealthCheck) }),
  }),
};
