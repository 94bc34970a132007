import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { assertProblem, PASSWORD, startApi } from '../../testing/api.ts';

// Behind a trusted proxy, so that each attempt can have its own address.
const api = startApi({ trustProxy: '127.0.0.1' });
function login(username: string, password: string, from: string) {
  return api.as(null).post('/auth/login', { username, password }, { headers: { 'x-forwarded-for': from } });
}
function pass(seconds: number) {
  return sql`update sign_in_failures set failed_at = failed_at - make_interval(secs => ${seconds})`.execute(api.db);
}
async function newUser(given: object = {}) {
  const username = `u-${randomUUID()}`;
  const answer = await api.admin.post('/users', {
    username,
    name: 'Prova',
    role: 'sales',
    password: PASSWORD,
    ...given,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as { id: number; username: string };
}

test('Q29: failures of one account from many addresses, IPv6 ones by their /64, are slowed down, and nothing is locked permanently', async () => {
  const { username } = await newUser();
  assert.equal((await login(username, PASSWORD, '192.0.2.200')).status, 200, 'the address becomes a known one');

  // The limit of one address holds for a whole /64.
  for (let n = 0; n < 9; n++) assert.equal((await login(username, 'wrong', `2001:db8:0:1::${n + 1}`)).status, 401);
  assertProblem(await login(username, 'wrong', '2001:db8:0:1:ffff::1'), 429, 'TOO_MANY_REQUESTS');
  assertProblem(await login(username, PASSWORD, '2001:db8:0:1::abcd'), 429, 'TOO_MANY_REQUESTS');

  // Each further attempt comes from an address without failures.
  for (let n = 0; n < 10; n++) assert.equal((await login(username, 'wrong', `2001:db8:1:${n}::1`)).status, 401);
  const refused = await login(username, PASSWORD, '198.51.100.1');
  assertProblem(refused, 429, 'TOO_MANY_REQUESTS');
  assert.equal(refused.headers.get('retry-after'), '1');

  assert.equal((await login(username, PASSWORD, '192.0.2.200')).status, 200, 'the known address is not slowed');
  assert.equal((await login('sales', PASSWORD, '198.51.100.1')).status, 200, 'another account is not slowed');

  await pass(2);
  assert.equal((await login(username, PASSWORD, '198.51.100.1')).status, 200, 'after the Retry-After time');
});

test('the pause grows with each failure to one minute, never more, also for an account that does not exist', async () => {
  const username = `nobody-${randomUUID()}`;
  let next = 0;
  const attempt = () => login(username, 'wrong', `203.0.${Math.floor(next / 200)}.${(next++ % 200) + 1}`);
  for (let n = 0; n < 20; n++) assert.equal((await attempt()).status, 401);
  const pauses: number[] = [];
  for (let n = 0; n < 8; n++) {
    const refused = await attempt();
    assertProblem(refused, 429, 'TOO_MANY_REQUESTS');
    const pause = Number(refused.headers.get('retry-after'));
    pauses.push(pause);
    await pass(pause);
    assert.equal((await attempt()).status, 401);
  }
  assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 60, 60]);
});

test('fifty concurrent attempts from fifty addresses cause at most twenty password comparisons', async () => {
  const { username } = await newUser();
  const started = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => login(username, 'wrong', `198.18.0.${n + 1}`)),
  );
  // On a busy machine the attempts take longer than the pauses of 1, 2 and 4 seconds, each of which allows one more.
  const pauses = Math.floor(Math.log2((performance.now() - started) / 1000 + 1));
  const compared = answers.filter(({ status }) => status === 401).length;
  assert.ok(compared >= 20 && compared <= 20 + pauses, `${compared} comparisons after ${pauses} pauses`);
  assert.equal(answers.filter(({ status }) => status === 429).length, 50 - compared);
});

test('Q30: sign-in, the throttle and the uniqueness of usernames fold ADMİN and other spellings in the same way', async () => {
  const spellings = ['ADMİN', 'admın', 'ａｄｍｉｎ', 'Admin', 'ADMI\u0307N'];
  for (const [n, username] of spellings.entries()) {
    assertProblem(
      await api.admin.post('/users', { username, name: 'X', role: 'sales', password: PASSWORD }),
      409,
      'CODE_EXISTS',
      { username: 'exists' },
    );
    assert.equal((await login(username, PASSWORD, `192.0.2.${n + 1}`)).body.user?.username, 'admin', username);
  }
  const { username } = await newUser({ username: 'Straße.ſuſi' });
  for (const typed of ['STRASSE.SUSI', 'straße.susi', 'ＳＴＲＡẞＥ.susi'])
    assert.equal((await login(typed, PASSWORD, '192.0.2.30')).body.user?.username, username, typed);

  // Ten failures in five spellings from one address count for one account.
  for (let n = 0; n < 9; n++) assert.equal((await login(spellings[n % 5]!, 'wrong', '192.0.2.40')).status, 401);
  assertProblem(await login('ADMİN', 'wrong', '192.0.2.40'), 429, 'TOO_MANY_REQUESTS');
  assertProblem(await login('admin', PASSWORD, '192.0.2.40'), 429, 'TOO_MANY_REQUESTS');
});
