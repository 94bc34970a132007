/** The limits from which a check is a warning or an error. */
import type { HealthState } from '@bobina/contract/system/health.ts';
import type { Certificate } from './certificate.ts';
import type { HealthText } from './texts.ts';

export interface Judged {
  state: HealthState;
  text: HealthText;
  values?: Record<string, number>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const GB = 1_000_000_000;
/** The day after PostgreSQL's last corrections of a major version, by its yearly releases since 10: five years later. */
const SUPPORT_ENDS = '-12-01';
const YEAR_OF_END_OF_10 = 2022;
const CERTIFICATE_NOT_READ: Record<Exclude<Certificate['found'], 'read'>, Judged> = {
  none: { state: 'off', text: 'certificateNone' },
  inside: { state: 'off', text: 'certificateInside' },
  unread: { state: 'warning', text: 'certificateUnread' },
};

/**
 * A backup is made every night: 36 hours are a warning, a week is an error. Without a trial restore of the last 90 days
 * it is a warning, and an error if the newest trial found differences.
 */
export function judgeBackup(
  { last_at, proven_at, is_refuted }: { last_at: string | null; proven_at: string | null; is_refuted: boolean },
  now: Date,
): Judged {
  if (last_at === null) return { state: 'error', text: 'backupNever' };
  if (is_refuted) return { state: 'error', text: 'backupRefuted' };
  const age = now.getTime() - Date.parse(last_at);
  if (age > 7 * DAY_MS) return { state: 'error', text: 'backupOld' };
  if (age > 36 * HOUR_MS) return { state: 'warning', text: 'backupLate' };
  if (proven_at === null || now.getTime() - Date.parse(proven_at) > 90 * DAY_MS)
    return { state: 'warning', text: 'backupUnproven' };
  return { state: 'ok', text: 'backupOk' };
}

/**
 * Whether PostgreSQL no longer corrects the major version: each one is supported for five years, 15 until November 2027.
 * A version is old too when it has fewer corrections than the bundled one of the same major version. The server makes no
 * request to learn the newest minor version, so those of other major versions are not judged.
 * @param bundled the bundled version, such as `18.4`
 */
export function isOldDatabase(version: string, bundled: string, now: Date): boolean {
  const [major, minor] = partsOf(version);
  const [bundledMajor, bundledMinor] = partsOf(bundled);
  if (major === bundledMajor && minor < bundledMinor) return true;
  return now.toISOString().slice(0, 10) >= `${YEAR_OF_END_OF_10 + major - 10}${SUPPORT_ENDS}`;
}

/** An old version is a warning. */
export function judgeDatabase(isOld: boolean): Judged {
  return isOld ? { state: 'warning', text: 'databaseOld' } : { state: 'ok', text: 'databaseOk' };
}

/** Less than 2 GB are a warning, less than 0.5 GB an error. */
export function judgeDisk(freeBytes: number | null): Judged {
  if (freeBytes === null) return { state: 'off', text: 'diskUnknown' };
  if (freeBytes < 0.5 * GB) return { state: 'error', text: 'diskFull' };
  return freeBytes < 2 * GB ? { state: 'warning', text: 'diskLow' } : { state: 'ok', text: 'diskOk' };
}

/**
 * A standby is lost when its replication slot has no reader, or when the primary waits for standbys and has none. A replica of
 * DATABASE_REPLICA_URL that cannot be read is a warning too: the primary answers the reports.
 * @param isReportReplicaUsable undefined without DATABASE_REPLICA_URL
 */
export function judgeReplication(
  { standbys, is_standby_lost }: { standbys: number; is_standby_lost: boolean },
  isReportReplicaUsable: boolean | undefined,
): Judged {
  if (is_standby_lost) return { state: 'warning', text: 'standbyLost' };
  if (isReportReplicaUsable === false) return { state: 'warning', text: 'replicaUnused' };
  if (isReportReplicaUsable) return { state: 'ok', text: 'replicaUsed' };
  return standbys > 0
    ? { state: 'ok', text: 'standbys', values: { standbys } }
    : { state: 'off', text: 'replicationOff' };
}

/** Two weeks before the end are a warning. A certificate that cannot be read is one too. */
export function judgeCertificate({ found, expires_at }: Certificate, now: Date): Judged {
  if (found !== 'read') return CERTIFICATE_NOT_READ[found];
  const left = Date.parse(expires_at) - now.getTime();
  if (left <= 0) return { state: 'error', text: 'certificateExpired' };
  return left < 14 * DAY_MS ? { state: 'warning', text: 'certificateEnds' } : { state: 'ok', text: 'certificateOk' };
}

/**
 * Messages that were given up are a warning. One that has been due for ten minutes is an error, because no server
 * delivers it. Without mail, webhooks and messages it is off.
 */
export function judgeOutbox({
  waiting,
  dead,
  is_stuck,
  is_used,
}: {
  waiting: number;
  dead: number;
  is_stuck: boolean;
  is_used: boolean;
}): Judged {
  if (is_stuck) return { state: 'error', text: 'outboxStuck', values: { waiting } };
  if (dead > 0) return { state: 'warning', text: 'outboxDead', values: { waiting, dead } };
  if (!is_used && waiting === 0) return { state: 'off', text: 'outboxOff' };
  return { state: 'ok', text: 'outboxOk', values: { waiting } };
}

/** The major and minor number of a version such as `18.4 (Debian 18.4-1)`. A beta has no minor number. */
function partsOf(version: string): [major: number, minor: number] {
  const [, major, minor = '0'] = /^(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return [Number(major), Number(minor)];
}
