import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { assertProblem, PASSWORD } from '../../server/src/testing/api.ts';
import { startSmtp } from '../../server/src/testing/smtp.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const smtp = await startSmtp();
const { api, open } = startStage({
  mail: smtp.settings,
  publicUrl: 'https://bobina.example.com',
  deliversOutbox: true,
});
after(() => smtp.close());
const NEXT = 'nuova-Segreta-7';

describe('/nuova-password', () => {
  test('a user whose address the form has stored asks for a link on the sign-in screen and chooses a new password with it, once', async () => {
    const username = `u-${randomUUID().slice(0, 8)}`;
    const form = await open(api.admin, '/users/nuovo');
    await form.getByRole('textbox', { name: 'Nome utente' }).fill(username);
    await form.getByRole('textbox', { name: 'Nome', exact: true }).fill('Vera Verdi');
    await form.getByRole('textbox', { name: 'E-mail' }).fill('non un indirizzo');
    await form.locator('input[name=password]').fill(PASSWORD);
    await form.getByRole('button', { name: 'Salva' }).click();
    await form.getByRole('textbox', { name: 'E-mail' }).and(form.locator('[aria-invalid=true]')).waitFor();
    await form.getByRole('textbox', { name: 'E-mail' }).fill('vera@bobinificio.example');
    await form.getByRole('button', { name: 'Salva' }).click();
    await form.waitForURL(/\/users$/);
    const [user] = (await api.admin.get(`/users?q=vera@bobinificio`)).body;
    assert.deepEqual([user.username, user.email], [username, 'vera@bobinificio.example']);
    const session = await api.signIn(username);

    const page = await open(null, '/login', { viewport: PHONE });
    await page.getByRole('link', { name: 'Password dimenticata?' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nuova password' }).waitFor();
    await assertAccessible(page, 'asks for the link');
    await page.getByRole('textbox', { name: 'Nome utente' }).fill(username);
    const mailed = new Promise<string>((resolve) => {
      smtp.hooks.received = ({ raw }) => resolve(raw.toString().replace(/=\r\n/g, ''));
    });
    await page.getByRole('button', { name: 'Invia il link' }).click();
    await page.getByText('il link è in arrivo').waitFor();
    await assertAccessible(page, 'asked');
    const [, token] = /nuova-password#([\w-]+)/.exec(await mailed)!;

    await page.goto(`${api.url}/nuova-password#${token}`);
    const field = page.getByRole('textbox', { name: 'Nuova password' });
    await field.fill('password');
    await page.getByRole('button', { name: 'Salva la password' }).click();
    await field.and(page.locator('[aria-invalid=true]')).waitFor();
    await assertAccessible(page, 'a common password');
    await field.fill(NEXT);
    await page.getByRole('button', { name: 'Salva la password' }).click();
    await page.waitForURL(/\/login$/);
    assertProblem(await session.get('/auth/me'), 401, 'UNAUTHENTICATED');
    assert.equal((await api.as(null).post('/auth/login', { username, password: NEXT })).status, 200);

    // A second time, in a browser with a signed-in user.
    const other = await open(api.sales, `/nuova-password#${token}`);
    await other.getByRole('textbox', { name: 'Nuova password' }).fill('terza-Parola-3');
    await other.getByRole('button', { name: 'Salva la password' }).click();
    await other.getByText('Il link non è valido').first().waitFor();
    assert.equal(await other.getByRole('banner').count(), 0);
    await other.goto(`${api.url}/report`);
    await other.getByRole('heading', { level: 1, name: 'Report' }).waitFor();
  });

  matrixTest('the sign-in screen has no such link on a server without mail', async () => {
    const bare = await api.another({ mail: undefined });
    try {
      const page = await open(null, '/login');
      await page.getByRole('link', { name: 'Password dimenticata?' }).waitFor();
      const asked = page.waitForResponse(/auth\/methods/);
      await page.goto(`${bare.url}/login`);
      await asked;
      await page.getByRole('button', { name: 'Accedi' }).waitFor();
      assert.equal(await page.getByRole('link', { name: 'Password dimenticata?' }).count(), 0);
    } finally {
      await bare.close();
    }
  });
});
