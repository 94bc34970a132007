import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { contract } from '@bobina/contract/contract.ts';
import type { Contract } from '@bobina/contract/core/endpoint.ts';
import { assertProblem, PASSWORD, sessionOf, startApi } from '../../testing/api.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { matrixTest } from '../../testing/matrix.ts';

const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-first-'));
const api = startApi({ dataDir });
after(() => fs.rmSync(dataDir, { recursive: true, force: true }));
const file = path.join(dataDir, 'admin-password.txt');
const NEXT = 'una-Nuova-Parola-8';

async function newUser(given: object = {}): Promise<{ id: number; username: string }> {
  const user = { username: `u-${randomUUID()}`, name: 'Prova', role: 'direction', password: PASSWORD, ...given };
  const { status, body } = await api.admin.post('/users', user);
  assert.equal(status, 201);
  return body;
}
function login(username: string, password = PASSWORD) {
  return api.as(null).post('/auth/login', { username, password });
}

describe('must_change_password', () => {
  test('every call outside /auth is refused before the role is checked, until PUT /auth/password', async () => {
    const { username } = await newUser({ role: 'warehouse', must_change_password: true });
    const { body } = await login(username);
    assert.equal(body.password_change_required, true);
    assert.equal(body.user.password_change_required, true);
    const session = api.as(body.token);
    const calls = Object.values(contract as Record<string, Contract>)
      .flatMap((rows) => Object.values(rows))
      .filter(({ needs, path: at }) => needs !== 'public' && !at.startsWith('/auth/'));
    assert.ok(calls.length > 150);
    for (const { method, path: at } of calls)
      assertProblem(await session.call(method, at.replace(/\{[^}]+\}/g, '1')), 403, 'PASSWORD_CHANGE_REQUIRED');
    assert.equal((await session.get('/auth/me')).body.password_change_required, true);
    const refused = { current_password: 'sbagliata', new_password: NEXT };
    assertProblem(await session.put('/auth/password', refused), 400, 'VALIDATION', {
      current_password: 'wrong_password',
    });
    assertProblem(await session.get('/products'), 403, 'PASSWORD_CHANGE_REQUIRED');
    const change = { current_password: PASSWORD, new_password: NEXT };
    assert.equal((await session.put('/auth/password', change)).status, 204);
    assert.equal((await session.get('/products')).status, 200);
    assertProblem(await session.get('/users'), 403, 'FORBIDDEN');
    assert.ok(!('password_change_required' in (await login(username, NEXT)).body));
  });
  test('absent is the same as false, for a new user and for a new password; without a password it has no effect', async () => {
    const { id, username } = await newUser();
    assert.ok(!('password_change_required' in (await login(username)).body));
    assert.equal((await api.admin.put(`/users/${id}`, { must_change_password: true })).status, 200);
    assert.ok(!('password_change_required' in (await login(username)).body), 'no password was set');
    const other = { password: NEXT, must_change_password: true };
    assert.equal((await api.admin.put(`/users/${id}`, other)).status, 200);
    assert.equal((await login(username, NEXT)).body.password_change_required, true);
    assert.equal((await api.admin.put(`/users/${id}`, { name: 'Altro', must_change_password: false })).status, 200);
    assert.equal((await login(username, NEXT)).body.password_change_required, true, 'the change is still due');
    assert.equal((await api.admin.put(`/users/${id}`, { password: PASSWORD })).status, 200);
    assert.ok(!('password_change_required' in (await login(username)).body));
    assertProblem(await api.admin.put(`/users/${id}`, { must_change_password: 'yes' }), 400, 'VALIDATION', {
      must_change_password: 'type',
    });
  });
  test('npm run admin:reset sets it, and the change removes the file', async () => {
    const { username } = await newUser();
    const { status, stderr } = spawnSync(
      process.execPath,
      [path.join(import.meta.dirname, '../../app/admin-reset.ts'), username],
      { env: { ...process.env, DATABASE_URL: api.databaseUrl, DATA_DIR: dataDir }, encoding: 'utf8' },
    );
    assert.equal(status, 0, stderr);
    const [name, secret] = fs.readFileSync(file, 'utf8').trim().split(' ') as [string, string];
    assert.equal(name, username);
    const { body } = await login(username, secret);
    assert.equal(body.password_change_required, true);
    // The change of another user leaves the file.
    const other = await newUser();
    const session = await api.signIn(other.username);
    await session.put('/auth/password', { current_password: PASSWORD, new_password: NEXT });
    assert.ok(fs.existsSync(file));
    const change = { current_password: secret, new_password: NEXT };
    assert.equal((await api.as(body.token).put('/auth/password', change)).status, 204);
    assert.ok(!fs.existsSync(file));
  });
  matrixTest(
    'npm start sets it for a generated first password but not for ADMIN_PASSWORD, and the change removes the file',
    async () => {
      for (const ADMIN_PASSWORD of ['', PASSWORD]) {
        const database = await createTestDatabase();
        const server = await start({ DATABASE_URL: database.url, ADMIN_PASSWORD });
        try {
          if (ADMIN_PASSWORD) assert.ok(!fs.existsSync(file));
          const secret = ADMIN_PASSWORD || fs.readFileSync(file, 'utf8').trim().split(' ')[1]!;
          const { body } = await sessionOf(server.url, null).post('/auth/login', {
            username: 'admin',
            password: secret,
          });
          assert.equal(body.password_change_required, ADMIN_PASSWORD ? undefined : true);
          const admin = sessionOf(server.url, body.token);
          assert.equal((await admin.get('/users')).status, ADMIN_PASSWORD ? 200 : 403);
          const change = { current_password: secret, new_password: NEXT };
          assert.equal((await admin.put('/auth/password', change)).status, 204);
          assert.ok(!fs.existsSync(file), 'the file is gone');
          assert.equal((await admin.get('/users')).status, 200);
        } finally {
          await server.stop();
          await database.drop();
        }
      }
    },
  );
});

/** Starts the server as `npm start` does, on a free port. */
async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../app/main.ts')], {
    env: { ...process.env, ...env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(output)));
    child.stdout.on('data', (text) => {
      output += text;
      const [, address] = /ready: (\S+)/.exec(output) ?? [];
      // The line about the password comes last.
      if (address && /Sign in as admin/.test(output)) resolve(address);
    });
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
