import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BUNDLED_POSTGRESQL } from '../version.ts';
import {
  isOldDatabase,
  judgeBackup,
  judgeCertificate,
  judgeDatabase,
  judgeDisk,
  judgeOutbox,
  judgeReplication,
} from './states.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
function ago(hours: number) {
  return new Date(NOW.getTime() - hours * 3_600_000).toISOString();
}

test('a backup is late after 36 hours and old after a week, and requires a trial restore within the last 90 days', () => {
  const judged = (last: number | null, proven: number | null, is_refuted = false) => {
    const at = (hours: number | null) => (hours === null ? null : ago(hours));
    const { state, text } = judgeBackup({ last_at: at(last), proven_at: at(proven), is_refuted }, NOW);
    return [state, text];
  };
  assert.deepEqual(judged(null, null), ['error', 'backupNever']);
  assert.deepEqual(judged(36, 24), ['ok', 'backupOk']);
  assert.deepEqual(judged(37, 24), ['warning', 'backupLate']);
  assert.deepEqual(judged(169, 24), ['error', 'backupOld']);
  assert.deepEqual(judged(1, null), ['warning', 'backupUnproven']);
  assert.deepEqual(judged(1, 90 * 24), ['ok', 'backupOk']);
  assert.deepEqual(judged(1, 90 * 24 + 1), ['warning', 'backupUnproven']);
  assert.deepEqual(judged(1, 24, true), ['error', 'backupRefuted']);
});

test('a version of PostgreSQL is old after the November five years after its release', () => {
  const isOld = (version: string, day: string) => isOldDatabase(version, '18.1', new Date(`${day}T12:00:00Z`));
  assert.equal(isOld('14.20 (Debian 14.20-1)', '2026-11-30'), false);
  assert.equal(isOld('14.20 (Debian 14.20-1)', '2026-12-01'), true);
  assert.equal(isOld('15.15', '2027-11-30'), false);
  assert.equal(isOld('18.1', '2030-11-30'), false);
  assert.equal(isOld('18.1', '2030-12-01'), true);
  assert.deepEqual([judgeDatabase(true).state, judgeDatabase(false).state], ['warning', 'ok']);
});

test('a version of PostgreSQL is old with fewer corrections than the bundled one of its major version', () => {
  const isOld = (version: string, bundled: string) => isOldDatabase(version, bundled, NOW);
  assert.equal(isOld('18.3 (Debian 18.3-1)', '18.4.0-beta.17'), true);
  assert.equal(isOld('18.4', '18.4.0-beta.17'), false);
  assert.equal(isOld('18.10', '18.4.0-beta.17'), false);
  assert.equal(isOld('17.1', '18.4.0-beta.17'), false);
  assert.equal(isOld('19beta1', '18.4.0-beta.17'), false);
  assert.equal(isOld('18beta1', '18.4.0-beta.17'), true);
  assert.equal(isOld(BUNDLED_POSTGRESQL, BUNDLED_POSTGRESQL), false);
});

test('the disk warns below 2 GB, is an error below 0.5 GB, and is off where it cannot be measured', () => {
  const states = [2_000_000_000, 1_999_999_999, 500_000_000, 499_999_999, 0, null].map((free) => judgeDisk(free).state);
  assert.deepEqual(states, ['ok', 'warning', 'warning', 'error', 'error', 'off']);
});

test('replication is off without replicas, and warns of one that reports cannot read and of one that was lost', () => {
  const judged = (standbys: number, isUsable?: boolean, is_standby_lost = false) =>
    judgeReplication({ standbys, is_standby_lost }, isUsable).state;
  assert.deepEqual([judged(0), judged(1), judged(1, true), judged(1, false)], ['off', 'ok', 'ok', 'warning']);
  assert.deepEqual([judged(0, undefined, true), judged(1, true, true)], ['warning', 'warning']);
});

test('a certificate warns two weeks before its end, and when it cannot be read', () => {
  const read = (hours: number) => judgeCertificate({ found: 'read', expires_at: ago(-hours) }, NOW).state;
  assert.deepEqual([read(14 * 24), read(14 * 24 - 1), read(0.1), read(0)], ['ok', 'warning', 'warning', 'error']);
  const other = (['none', 'inside', 'unread'] as const).map(
    (found) => judgeCertificate({ found, expires_at: null }, NOW).state,
  );
  assert.deepEqual(other, ['off', 'off', 'warning']);
});

test('the outbox warns of given-up messages, is an error while no server delivers, and is off without mail and webhooks', () => {
  const none = { waiting: 0, dead: 0, is_stuck: false, is_used: false };
  assert.equal(judgeOutbox(none).state, 'off');
  assert.equal(judgeOutbox({ ...none, is_used: true }).state, 'ok');
  assert.equal(judgeOutbox({ ...none, waiting: 2 }).state, 'ok');
  assert.equal(judgeOutbox({ ...none, dead: 1 }).state, 'warning');
  assert.equal(judgeOutbox({ ...none, dead: 1, waiting: 1, is_stuck: true }).state, 'error');
});
