import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { assertProblem, PASSWORD, startApi } from '../testing/api.ts';

const api = startApi();
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-reset-'));
after(() => fs.rmSync(dataDir, { recursive: true, force: true }));

function reset(...args: string[]) {
  return spawnSync(process.execPath, [path.join(import.meta.dirname, 'admin-reset.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: api.databaseUrl, DATA_DIR: dataDir },
    encoding: 'utf8',
  });
}
const secretFile = path.join(dataDir, 'admin-password.txt');

test('npm run admin:reset makes an active administrator with a new password, and ends the sessions', async () => {
  await api.db.updateTable('users').set({ is_active: false, role: 'sales' }).where('username', '=', 'admin').execute();
  const { status, stdout, stderr } = reset();
  assert.equal(status, 0, stderr);
  const [username, password] = fs.readFileSync(secretFile, 'utf8').trim().split(' ') as [string, string];
  assert.equal(username, 'admin');
  assert.ok(!stdout.includes(password), 'output without a terminal may be stored');
  assert.equal(fs.statSync(secretFile).mode & 0o777, 0o600);
  assertProblem(await api.admin.get('/auth/me'), 401, 'UNAUTHENTICATED');
  const session = await api.signIn('admin', password);
  const change = { current_password: password, new_password: PASSWORD };
  assert.equal((await session.put('/auth/password', change)).status, 204);
  assert.equal((await session.get('/auth/me')).body.role, 'admin');
  const { body } = await session.get(`/users/${session.userId}/activities`);
  assert.ok(
    body.some(
      ({ action, details }: { action: string; details: string }) => action === 'reset' && details.startsWith('admin'),
    ),
  );
});
test('npm run admin:reset unblocks a user with too many failed sign-ins', async () => {
  for (let n = 0; n < 10; n++)
    await api.as(null).post('/auth/login', { username: 'Direction', password: 'wrong-one-9' });
  assert.equal(reset('direction').status, 0);
  const [, password] = fs.readFileSync(secretFile, 'utf8').trim().split(' ') as [string, string];
  assert.equal((await (await api.signIn('DIRECTION', password)).get('/auth/me')).body.role, 'admin');
});
test('npm run admin:reset of an unknown user changes nothing and lists the administrators', async () => {
  const { status, stderr } = reset('nobody');
  assert.equal(status, 2);
  assert.match(stderr, /there is no user nobody; administrators: admin/);
});
