import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();

describe('/users/eventi', () => {
  test('shows failures, sign-ins and changes of roles, filtered by kind; a button of the user list opens it', async () => {
    await api.as(null).post('/auth/login', { username: 'orders', password: 'not this one' });
    await api.as(null).post('/auth/login', { username: 'nobody-here', password: 'not this one' });
    const { id } = (
      await api.admin.post('/users', {
        username: 'cambia-ruolo',
        name: 'Cambia Ruolo',
        role: 'sales',
        password: 'segreta-Prova-9',
      })
    ).body;
    await api.admin.put(`/users/${id}`, { role: 'warehouse' });

    const page = await open(api.direction, '/users');
    await page.getByRole('link', { name: 'Eventi di sicurezza' }).click();
    await page.waitForURL(/\/users\/eventi$/);
    await page.getByRole('heading', { level: 1, name: 'Eventi di sicurezza' }).waitFor();
    for (const name of ['Quando', 'Tipo', 'Utente', 'Indirizzo', 'Ruolo', 'Eseguito da'])
      await page.getByRole('columnheader', { name, exact: true }).waitFor();
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    const cells = async (text: string) => (await row(text).getByRole('gridcell').allTextContents()).slice(1, 6);
    await row('cambia-ruolo').waitFor();
    assert.deepEqual(await cells('cambia-ruolo'), [
      'cambio di ruolo',
      'cambia-ruolo',
      '127.0.0.1',
      'vendite → magazzino',
      'admin',
    ]);
    assert.match(
      (await cells('sconosciuto')).join(' '),
      /^accesso fallito sconosciuto \(sha256:[0-9a-f]{8}…\) 127\.0\.0\.1/,
    );
    await assertAccessible(page, 'events');

    await page.getByRole('combobox', { name: 'Tipo' }).click();
    await page.getByRole('option', { name: 'accesso fallito' }).click();
    await page.waitForURL(/kind=sign_in_failed/);
    await row('cambia-ruolo').waitFor({ state: 'detached' });
    assert.deepEqual((await cells('orders')).slice(0, 3), ['accesso fallito', 'orders', '127.0.0.1']);
  });
  matrixTest('other roles are sent home', async () => {
    const refused = await open(api.sales, '/users/eventi');
    await refused.waitForURL((url) => url.pathname === '/');
  });
});
