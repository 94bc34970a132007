/** GET /health/details. It reads tables of several areas, so it belongs to none of them. */
import type { Language } from '@bobina/contract/core/languages.ts';
import type { health, HealthCheck } from '@bobina/contract/system/health.ts';
import { sql } from 'kysely';
import { now } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/db.ts';
import type { Replica } from '../../platform/database/replica.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { Networks } from '../../platform/networks.ts';
import { BUNDLED_POSTGRESQL } from '../version.ts';
import { createCertificateReader, type Certificate } from './certificate.ts';
import { readFreeBytes } from './free-bytes.ts';
import {
  isOldDatabase,
  judgeBackup,
  judgeCertificate,
  judgeDatabase,
  judgeDisk,
  judgeOutbox,
  judgeReplication,
  type Judged,
} from './states.ts';
import { healthText } from './texts.ts';

/** Creates the handlers. @param installation the operator's settings; `dataDir` is the folder whose disk is measured */
export function createHealthHandlers(installation: {
  dataDir: string | undefined;
  networks: Networks;
  publicUrl: string | undefined;
  hasMail: boolean;
  hasBackupCopy: boolean;
  replica: Replica | undefined;
}): Handlers<typeof health> {
  const { dataDir, networks, publicUrl, hasMail, hasBackupCopy, replica } = installation;
  const readCertificate = createCertificateReader(publicUrl, networks);
  return {
    details: async (_input, { db, language }) => {
      const [stored, free_bytes, certificate, isReplicaUsable] = await Promise.all([
        readStored(db),
        readFreeBytes(dataDir),
        readCertificate(),
        replica?.isUsable(),
      ]);
      return {
        checks: checksOf({ stored, free_bytes, certificate, isReplicaUsable, hasMail, hasBackupCopy }, language),
      };
    },
  };
}

type Stored = Awaited<ReturnType<typeof readStored>>;

function checksOf(
  {
    stored,
    free_bytes,
    certificate,
    isReplicaUsable,
    hasMail,
    hasBackupCopy,
  }: {
    stored: Stored;
    free_bytes: number | null;
    certificate: Certificate;
    isReplicaUsable: boolean | undefined;
    hasMail: boolean;
    hasBackupCopy: boolean;
  },
  language: Language,
): HealthCheck[] {
  const time = now();
  const { last_at, proven_at, version, standbys, waiting, dead } = stored;
  const is_old = isOldDatabase(version, BUNDLED_POSTGRESQL, time);
  const describe = ({ state, text, values }: Judged) => ({ state, message: healthText(language, text, values) });
  const backup = describe(judgeBackup(stored, time));
  if (!hasBackupCopy) backup.message = `${backup.message}. ${healthText(language, 'backupNoCopy')}`;
  return [
    { name: 'backup', ...backup, last_at, proven_at },
    { name: 'database', ...describe(judgeDatabase(is_old)), version, is_old },
    { name: 'disk', ...describe(judgeDisk(free_bytes)), free_bytes },
    { name: 'replication', ...describe(judgeReplication(stored, isReplicaUsable)), standbys },
    { name: 'certificate', ...describe(judgeCertificate(certificate, time)), expires_at: certificate.expires_at },
    {
      name: 'outbox',
      ...describe(judgeOutbox({ ...stored, is_used: hasMail || stored.has_webhooks })),
      waiting,
      dead,
    },
  ];
}

/** The facts that the database holds. A later delivery of a webhook waits for the earlier one, so only the first one can be stuck. */
async function readStored(db: Db) {
  const { rows } = await sql<{
    last_at: string | null;
    proven_at: string | null;
    is_refuted: boolean;
    version: string;
    standbys: number;
    is_standby_lost: boolean;
    waiting: number;
    dead: number;
    is_stuck: boolean;
    has_webhooks: boolean;
  }>`
    select (select max(at) from backups) as last_at,
      (select max(proven_at) from backup_proofs where ok) as proven_at,
      coalesce((select not ok from backup_proofs order by id desc limit 1), false) as is_refuted,
      current_setting('server_version') as version,
      (select count(*)::int from pg_stat_replication) as standbys,
      exists (select from pg_replication_slots where slot_type = 'physical' and not active)
        or current_setting('synchronous_standby_names') <> '' and not exists (select from pg_stat_replication)
        as is_standby_lost,
      (select count(*)::int from outbox where state = 'waiting') as waiting,
      (select count(*)::int from outbox where state = 'dead') as dead,
      exists (select from webhooks where is_active and deleted_at is null) as has_webhooks,
      exists (
        select from outbox o where state = 'waiting' and next_attempt_at < now() - interval '10 minutes'
          and coalesce(leased_until < now(), true)
          and not exists (
            select from outbox earlier where earlier.webhook_id = o.webhook_id and earlier.state = 'waiting'
              and earlier.sequence < o.sequence)
      ) as is_stuck
  `.execute(db);
  return rows[0]!;
}
