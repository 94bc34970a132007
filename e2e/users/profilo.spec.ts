import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, describe } from 'node:test';
import { sql } from 'kysely';
import { assertProblem, PASSWORD, sessionOf, type Session } from '../../server/src/testing/api.ts';
import { createTestDatabase } from '../../server/src/testing/database.ts';
import {
  createApp,
  createFirstAdmin,
  writeInitialPassword,
  totpCode,
  totpStep,
} from '../../server/src/testing/installation.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { decodeQrCode } from '../support/decode-barcode.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-profile-'));
after(() => fs.rmSync(dataDir, { recursive: true, force: true }));
const NEXT = 'nuova-Segreta-7';

function login(username: string, password: string) {
  return api.as(null).post('/auth/login', { username, password });
}
async function newUser(given: object = {}): Promise<{ id: number; username: string; session: Session }> {
  const username = `u-${randomUUID().slice(0, 8)}`;
  const { body } = await api.admin.post('/users', {
    username,
    name: 'Vera',
    password: PASSWORD,
    role: 'sales',
    ...given,
  });
  return { id: body.id, username, session: await api.signIn(username) };
}

describe('/profilo', () => {
  matrixTest(
    'W13: the form asks for a change of the password by default, after which only /auth is open until the user changes it; the change of the initial password removes its file',
    async () => {
      // A new user, then a new password for it: both forms send must_change_password unless it is unticked.
      const username = `u-${randomUUID().slice(0, 8)}`;
      const form = await open(api.admin, '/users/nuovo');
      await form.getByRole('textbox', { name: 'Nome utente' }).fill(username);
      await form.getByRole('textbox', { name: 'Nome', exact: true }).fill('Vera Verdi');
      await form.locator('input[name=password]').fill(PASSWORD);
      const mustChange = form.getByRole('checkbox', { name: 'Cambio obbligatorio al prossimo accesso' });
      assert.ok(await mustChange.isChecked());
      await form.getByRole('button', { name: 'Salva' }).click();
      await form.waitForURL(/\/users$/);
      const [{ id }] = (await api.admin.get(`/users?q=${username}`)).body;
      const first = await login(username, PASSWORD);
      assert.equal(first.body.password_change_required, true);
      await form.goto(`${api.url}/users/${id}`);
      await form.locator('input[name=password]').fill('seconda-Parola-5');
      await mustChange.uncheck();
      await form.getByRole('button', { name: 'Salva' }).click();
      await form.waitForURL(/\/users$/);
      assert.equal((await login(username, 'seconda-Parola-5')).body.password_change_required, undefined);
      await form.goto(`${api.url}/users/${id}`);
      await form.locator('input[name=password]').fill(PASSWORD);
      assert.ok(await mustChange.isChecked());
      await form.getByRole('button', { name: 'Salva' }).click();
      await form.waitForURL(/\/users$/);
      const { body } = await login(username, PASSWORD);
      assert.equal(body.password_change_required, true);
      for (const at of ['/products', '/company', '/preferences', '/notices', '/dashboard'])
        assertProblem(await api.as(body.token).get(at), 403, 'PASSWORD_CHANGE_REQUIRED');
      assert.equal((await api.as(body.token).get('/auth/me')).status, 200);

      // The browser leads to the change and, after it, home.
      const page = await open(null, '/login');
      await page.getByLabel('Nome utente').fill(username);
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Accedi' }).click();
      await page.waitForURL(/\/profilo$/);
      await page.getByText("scelta da un'altra persona").waitFor();
      await assertAccessible(page, 'change required');
      await page.goto(`${api.url}/anagrafica`);
      await page.waitForURL(/\/profilo$/);
      await page.getByRole('textbox', { name: 'Password attuale' }).fill(PASSWORD);
      await page.getByRole('textbox', { name: 'Nuova password' }).fill(NEXT);
      await page.getByRole('button', { name: 'Cambia password' }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await page.getByRole('button', { name: /^Vera Verdi/ }).waitFor();
      const after = await login(username, NEXT);
      assert.equal(after.body.password_change_required, undefined);
      assert.equal((await api.as(after.body.token).get('/products')).status, 200);

      // The generated first password of a new installation.
      const database = await createTestDatabase();
      const { server, db } = await createApp({ databaseUrl: database.url, dataDir });
      try {
        const password = (await createFirstAdmin(db, undefined))!;
        const file = writeInitialPassword(dataDir, { username: 'admin', password });
        const url = await server.listen({ port: 0, host: '127.0.0.1' });
        const signedIn = await sessionOf(url, null).post('/auth/login', { username: 'admin', password });
        assert.equal(signedIn.body.password_change_required, true);
        const admin = sessionOf(url, signedIn.body.token);
        assertProblem(await admin.get('/users'), 403, 'PASSWORD_CHANGE_REQUIRED');
        assert.ok(fs.existsSync(file));
        const change = { current_password: password, new_password: NEXT };
        assert.equal((await admin.put('/auth/password', change)).status, 204);
        assert.ok(!fs.existsSync(file));
        assert.equal((await admin.get('/users')).status, 200);
      } finally {
        await server.close();
        await database.drop();
      }
    },
  );

  matrixTest(
    'a user whose password an administrator replaces with one to change is led there by the next call, and can sign out',
    async () => {
      const { session } = await newUser();
      const page = await open(session, '/profilo', { viewport: PHONE });
      await page.getByRole('heading', { level: 1, name: 'Accesso e dispositivi' }).waitFor();
      await api.db.updateTable('users').set({ must_change_password: true }).where('id', '=', session.userId).execute();
      await page
        .getByRole('button', { name: 'Utente' })
        .or(page.getByRole('button', { name: /^Vera/ }))
        .waitFor();
      await page.goto(`${api.url}/report/giacenze`);
      await page.getByText("scelta da un'altra persona").waitFor();
      await assertAccessible(page, 'phone');
      await page.getByRole('button', { name: 'Esci' }).click();
      await page.waitForURL(/\/login$/);
    },
  );

  matrixTest(
    'the sessions of the user are listed with device and address, and any other one can be ended',
    async () => {
      const { username, session } = await newUser();
      const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' };
      const elsewhere = await api.as(null).post('/auth/login', { username, password: PASSWORD }, { headers });
      const page = await open(session, '/');
      await page.getByRole('button', { name: /^Vera/ }).click();
      await page.getByRole('menuitem', { name: 'Accesso e dispositivi' }).click();
      await page.waitForURL(/\/profilo$/);
      const table = page.getByRole('group', { name: 'Le mie sessioni' });
      const other = table.getByRole('row', { name: 'Chrome · Windows' });
      await other.getByText('127.0.0.1').waitFor();
      await table.getByText('questa').waitFor();
      assert.equal(await table.getByRole('button').count(), 1, 'the current session has no button');
      await assertAccessible(page, 'sessions');
      await other.getByRole('button', { name: 'Chiudi sessione' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Chiudi sessione' }).click();
      await page.getByText('Sessione chiusa').waitFor();
      await other.waitFor({ state: 'detached' });
      assertProblem(await api.as(elsewhere.body.token).get('/auth/me'), 401, 'UNAUTHENTICATED');
    },
  );

  matrixTest(
    'a change of the sign-in in an old session asks for the password or a code in a dialog, and the form keeps its input',
    async () => {
      const { id, session } = await newUser({ role: 'admin', email: 'prima@bobina.example' });
      const { recovery_codes: codes } = (await session.post('/auth/totp')).body;
      const secret = await secretOf(session);
      assert.equal((await session.put('/auth/totp', { code: totpCode(secret, now()) })).status, 204);
      const emailOf = async () => (await api.admin.get(`/users/${id}`)).body.email;
      // A sign-in counts as a confirmation for 30 minutes.
      const grow = () =>
        sql`update sessions set created_at = now() - interval '31 minutes', confirmed_at = null where user_id = ${id}`.execute(
          api.db,
        );
      await grow();
      const page = await open(session, `/users/${id}`);
      const email = page.getByRole('textbox', { name: 'E-mail' });
      const save = page.getByRole('button', { name: 'Salva' });
      const dialog = page.getByRole('dialog', { name: 'Conferma la tua identità' });
      await email.fill('seconda@bobina.example');
      await save.click();
      await dialog.waitFor();
      await assertAccessible(page, 'confirmation');
      await dialog.getByRole('button', { name: 'Annulla' }).click();
      await dialog.waitFor({ state: 'detached' });
      assert.equal(await email.inputValue(), 'seconda@bobina.example');
      assert.equal(await emailOf(), 'prima@bobina.example');

      await save.click();
      const confirm = dialog.getByRole('button', { name: 'Conferma' });
      await confirm.click();
      await dialog.getByText('Inserisci la password').waitFor();
      await dialog.getByRole('textbox', { name: 'Password attuale' }).fill('sbagliata');
      await confirm.click();
      await dialog.getByText('La password attuale non è corretta').waitFor();
      assert.equal(await emailOf(), 'prima@bobina.example');
      await dialog.getByRole('textbox', { name: 'Password attuale' }).fill(PASSWORD);
      await confirm.click();
      await page.waitForURL(/\/users$/);
      assert.equal(await emailOf(), 'seconda@bobina.example');

      // Within 30 minutes nothing is asked; later a recovery code confirms as well.
      await page.goto(`${api.url}/users/${id}`);
      await email.fill('terza@bobina.example');
      await save.click();
      await page.waitForURL(/\/users$/);
      await grow();
      await page.goto(`${api.url}/users/${id}`);
      await email.fill('quarta@bobina.example');
      await save.click();
      await dialog.getByRole('button', { name: "Usa un codice dell'app" }).click();
      await dialog.getByRole('textbox').fill(codes[0]);
      await confirm.click();
      await page.waitForURL(/\/users$/);
      assert.equal(await emailOf(), 'quarta@bobina.example');
    },
  );

  matrixTest(
    'two-step verification is set up with a QR code, asked for at the sign-in, and removed again',
    async () => {
      const { username, session } = await newUser();
      const page = await open(session, '/profilo');
      await page.getByRole('button', { name: 'Attiva la verifica' }).click();
      const qr = page.getByRole('img', { name: "Codice QR per l'app di autenticazione" });
      await qr.waitFor();
      await assertAccessible(page, 'secret');
      // The content of the QR code.
      const secret = /^otpauth:\/\/totp\/Bobina:[^?]+\?secret=([A-Z2-7]+)&/.exec(await decodeQrCode(qr))![1]!;
      const shown = (await page.getByText('Oppure scrivi questa chiave').locator('code').textContent())!;
      assert.equal(shown.replaceAll(' ', ''), secret);
      const codes = await page
        .getByRole('list', { name: 'Codici di recupero' })
        .getByRole('listitem')
        .allTextContents();
      assert.equal(codes.length, 10);
      await page.getByRole('textbox', { name: "Codice dell'app" }).fill('000000');
      await page.getByRole('button', { name: 'Conferma il codice' }).click();
      await page.getByText('Codice non valido o già usato').waitFor();
      await page.getByRole('textbox', { name: "Codice dell'app" }).fill(totpCode(await secretOf(session), now()));
      await page.getByRole('button', { name: 'Conferma il codice' }).click();
      await page.getByText('Codici di recupero rimasti: 10').waitFor();

      const other = await open(null, '/login');
      await other.getByLabel('Nome utente').fill(username);
      await other.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await other.getByRole('button', { name: 'Accedi' }).click();
      await other.getByRole('textbox', { name: 'Codice' }).waitFor();
      await assertAccessible(other, 'second step');
      await other.getByRole('textbox', { name: 'Codice' }).fill('sbagliato');
      await other.getByRole('button', { name: 'Accedi' }).click();
      await other.getByText('Codice non valido o già usato').waitFor();
      await other.getByRole('textbox', { name: 'Codice' }).fill(codes[0]!);
      await other.getByRole('button', { name: 'Accedi' }).click();
      await other.waitForURL((url) => url.pathname === '/');
      await other.getByRole('button', { name: /^Vera/ }).waitFor();

      await page.reload();
      await page.getByText('Codici di recupero rimasti: 9').waitFor();
      await page.getByRole('textbox', { name: "Codice dell'app o di recupero" }).fill(codes[1]!);
      await page.getByRole('button', { name: 'Disattiva la verifica' }).click();
      await page.getByRole('button', { name: 'Attiva la verifica', exact: true }).waitFor();
      assert.ok((await login(username, PASSWORD)).body.token);
    },
  );

  matrixTest(
    'a user of a role that needs it is led to the set-up, and an administrator can remove a lost app',
    async () => {
      const settings = await open(api.admin, '/anagrafica/impostazioni');
      await settings.getByRole('checkbox', { name: 'ordini', exact: true }).check();
      await settings.getByRole('button', { name: 'Salva' }).click();
      await settings.getByText('Impostazioni salvate').waitFor();
      const { id, username, session } = await newUser({ role: 'orders' });
      const page = await open(session, '/');
      await page.waitForURL(/\/profilo$/);
      await page.getByText('Il tuo ruolo richiede la verifica in due passaggi').waitFor();
      assert.equal(await page.getByRole('textbox', { name: 'Password attuale' }).count(), 0);
      await page.getByRole('button', { name: 'Attiva la verifica' }).click();
      await page.getByRole('list', { name: 'Codici di recupero' }).waitFor();
      await page.getByRole('textbox', { name: "Codice dell'app" }).fill(totpCode(await secretOf(session), now()));
      await page.getByRole('button', { name: 'Conferma il codice' }).click();
      await page.waitForURL((url) => url.pathname === '/');
      await page.getByRole('button', { name: /^Vera/ }).waitFor();
      await api.admin.put('/settings', { second_factor_roles: [] });

      const users = await open(api.admin, `/users?q=${username}`);
      await users.getByRole('button', { name: `Azioni per ${username}` }).click();
      await users.getByRole('menuitem', { name: 'Togli la verifica in due passaggi' }).click();
      await users.getByRole('dialog').getByRole('button', { name: 'Togli la verifica in due passaggi' }).click();
      await users.getByText('Verifica in due passaggi tolta').waitFor();
      assert.ok((await login(username, PASSWORD)).body.token);
      assert.deepEqual(
        await api.db.selectFrom('totp_factors').select('user_id').where('user_id', '=', id).execute(),
        [],
      );
    },
  );

  matrixTest('a passkey is added, signs in as the second step and alone, and is removed', async () => {
    const { session, username } = await newUser();
    // Passkeys need a host with a name, and the address before the server starts.
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const { server } = await createApp({ databaseUrl: api.databaseUrl, publicUrl: url, validateAnswers: true });
    await server.listen({ port, host: '127.0.0.1' });
    try {
      const page = await open(null, '/login');
      const device = await page.context().newCDPSession(page);
      await device.send('WebAuthn.enable');
      await device.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
        },
      });
      const home = async () => {
        await page.waitForURL((at) => at.pathname === '/');
        await page.getByRole('button', { name: /^Vera/ }).waitFor();
      };
      const signOut = async () => {
        await page.getByRole('button', { name: 'Esci' }).click();
        await page.waitForURL(/\/login$/);
      };
      const typePassword = async () => {
        await page.getByLabel('Nome utente').fill(username);
        await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
        await page.getByRole('button', { name: 'Accedi', exact: true }).click();
      };
      await page.goto(`${url}/login`);
      await typePassword();
      await home();
      await page.goto(`${url}/profilo`);
      await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Il mio portatile');
      await page.getByRole('button', { name: 'Aggiungi passkey' }).click();
      await page.getByRole('cell', { name: 'Il mio portatile', exact: true }).waitFor();
      await assertAccessible(page, 'passkeys');
      await signOut();

      await typePassword();
      await page.getByRole('button', { name: 'Accedi con una passkey' }).click();
      await home();
      await signOut();

      await page.getByRole('button', { name: 'Accedi con una passkey' }).click();
      await home();
      await page.goto(`${url}/profilo`);
      await page.getByRole('button', { name: 'Togli passkey: Il mio portatile' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Togli passkey' }).click();
      await page.getByText('Passkey tolta').waitFor();
      assert.deepEqual((await session.get('/auth/passkeys')).body, []);
    } finally {
      await server.close();
    }
  });
});

/** A port of this machine without a listener. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The number of the current step of 30 seconds. */
function now(): number {
  return totpStep(new Date());
}
async function secretOf({ userId }: Session): Promise<Buffer> {
  const { secret } = await api.db
    .selectFrom('totp_factors')
    .select('secret')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return secret;
}
