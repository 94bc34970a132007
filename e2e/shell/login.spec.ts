import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { PASSWORD } from '../../server/src/testing/api.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();
function username(page: Page) {
  return page.getByLabel('Nome utente');
}
function password(page: Page) {
  return page.getByRole('textbox', { name: 'Password' });
}
function box(page: Page) {
  return page.getByRole('form').or(page.locator('form')).getByRole('alert');
}
function isHome(url: URL) {
  return url.pathname === '/';
}
function stored(page: Page) {
  return page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')] as const);
}
async function signIn(page: Page, name: string, secret: string) {
  await username(page).fill(name);
  await password(page).fill(secret);
  await page.getByRole('button', { name: 'Accedi' }).click();
}

describe('/login', () => {
  matrixTest('Enter after the user name goes on to the empty password, and signs in after it', async () => {
    const page = await open(null, '/login');
    await username(page).waitFor();
    await page.keyboard.type('admin');
    await page.keyboard.press('Enter');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(isHome);
  });

  matrixTest(
    "A01: the sign-in page has the title 'Warehouse Management System', the Italian home 'Sistema Gestione Magazzino'",
    async () => {
      const page = await open(null, '/login');
      await page.getByRole('heading', { level: 1, name: 'Warehouse Management System', exact: true }).waitFor();
      await page.getByRole('main').getByText('Bobina', { exact: true }).waitFor();
      assert.equal(await page.title(), 'Accedi · Bobina');
      await signIn(page, 'admin', PASSWORD);
      await page.getByRole('heading', { level: 1, name: 'Sistema Gestione Magazzino', exact: true }).waitFor();
      assert.equal(await page.title(), 'Sistema Gestione Magazzino · Bobina');
    },
  );

  test("A12: username, a password that can be shown and hidden, a button 'Sign in', an inline error box; success leads to /", async () => {
    const page = await open(null, '/login', { language: 'en' });
    const secret = page.getByRole('textbox', { name: 'Password' });
    await page.getByLabel('Username').fill('admin');
    await secret.fill('not this one');
    assert.equal(await secret.getAttribute('type'), 'password');
    await page.getByRole('button', { name: 'Show password' }).click();
    assert.equal(await secret.getAttribute('type'), 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    assert.equal(await secret.getAttribute('type'), 'password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('form').getByRole('alert').getByText('Wrong username or password').waitFor();
    assert.equal(new URL(page.url()).pathname, '/login');
    assert.equal(await page.getByLabel('Username').inputValue(), 'admin', 'the input is kept');
    await secret.fill(PASSWORD);
    await secret.press('Enter');
    await page.waitForURL(isHome);
    await page.goBack();
    assert.notEqual(new URL(page.url()).pathname, '/login', 'the way back does not lead to the form');
  });

  test('A15: signing in stores token and user, a reload restores the session, and signing out removes both', async () => {
    const page = await open(null, '/login');
    assert.deepEqual(await stored(page), [null, null]);
    await signIn(page, 'sales', PASSWORD);
    await page.waitForURL(isHome);
    const [token, user] = await stored(page);
    assert.equal((await api.as(token).get('/auth/me')).body.username, 'sales');
    assert.equal(JSON.parse(user!).role, 'sales');
    // The stored user is sufficient: the page needs no request to show it.
    await page.route('**/api/auth/me', (route) => route.abort());
    await page.reload();
    await page.getByRole('button', { name: 'Utente sales (vendite)' }).waitFor();
    await page.getByRole('button', { name: 'Esci' }).click();
    await page.waitForURL(/\/login$/);
    assert.deepEqual(await stored(page), [null, null]);
    await username(page).waitFor();
    await page.reload();
    await username(page).waitFor();
    // The server ends the session, too; the page does not wait for this request.
    for (let tries = 0; (await api.as(token).get('/auth/me')).status !== 401; tries++)
      assert.ok(tries < 100, 'the token is dead');
  });

  test("A16: both fields are required; the message of the server is shown inline, or 'Errore durante il login' without one", async () => {
    const page = await open(null, '/login');
    let sent = 0;
    await page.route('**/api/auth/login', (route) => (sent++, route.continue()));
    for (const [name, secret] of [
      ['', ''],
      ['admin', ''],
      ['', PASSWORD],
      ['   ', PASSWORD],
    ] as const) {
      await signIn(page, name, secret);
      await box(page).getByText('Inserisci nome utente e password', { exact: true }).waitFor();
    }
    assert.equal(sent, 0, 'nothing was sent');
    await signIn(page, 'admin', 'sbagliata');
    await box(page).getByText('Nome utente o password non validi', { exact: true }).waitFor();
    await page.unrouteAll();
    for (const answer of [
      { status: 503, json: { message: 'Torno alle nove' } },
      { status: 401, json: { message: 'Utente in ferie' } },
    ]) {
      await page.route('**/api/auth/login', (route) => route.fulfill(answer));
      await signIn(page, 'admin', PASSWORD);
      await box(page).getByText(answer.json.message, { exact: true }).waitFor();
      await page.unrouteAll();
    }
    for (const answer of [
      { status: 500, body: '' },
      { status: 401, json: {} },
    ]) {
      await page.route('**/api/auth/login', (route) => route.fulfill(answer));
      const logged = page.waitForEvent(
        'console',
        (message) => message.type() === 'error' && message.text().includes('ApiProblem'),
      );
      await signIn(page, 'admin', PASSWORD);
      await box(page).getByText('Errore durante il login', { exact: true }).waitFor();
      await logged;
      await page.unrouteAll();
      await signIn(page, '', '');
      await box(page).getByText('Inserisci nome utente e password').waitFor();
    }
    assert.deepEqual(await stored(page), [null, null]);
  });

  matrixTest('a session that ended elsewhere shows the reason once', async () => {
    const session = await api.signIn('orders');
    const page = await open(session, '/anagrafica');
    // The notices are the last call of this screen: later only the click can notice the end of the session.
    const loaded = page.waitForResponse((response) => response.url().includes('/api/notices'));
    await page.reload();
    await loaded;
    await page.getByRole('button', { name: 'Utente orders (ordini)' }).waitFor();
    await session.post('/auth/logout');
    await page.getByRole('link', { name: /^Prodotti/ }).click();
    await page.waitForURL(/\/login$/);
    await box(page).getByText('La tua sessione è scaduta. Effettua nuovamente il login.').waitFor();
    await page.reload();
    await username(page).waitFor();
    assert.equal(await box(page).count(), 0);
  });

  matrixTest('the form offers the languages before signing in', async () => {
    const page = await open(null, '/login');
    await page.getByRole('button', { name: 'Français' }).click();
    await page.getByLabel("Nom d'utilisateur").waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'fr');
    await page.reload();
    await page.getByRole('button', { name: 'Se connecter' }).waitFor();
  });

  matrixTest('meets WCAG in light and dark, in two languages, on a desktop, a tablet and a phone', async () => {
    for (const look of [
      {},
      { dark: true, language: 'fr' as const },
      { viewport: TABLET, dark: true },
      { viewport: PHONE, language: 'fr' as const },
    ]) {
      const page = await open(null, '/login', look);
      await page.locator('form button[type=submit]').click();
      await box(page).waitFor();
      await assertAccessible(page, `login, ${JSON.stringify(look)}`);
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        true,
        'no horizontal overflow',
      );
    }
  });
});
