import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createProduct } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();

describe('tokens, calendars and webhooks', () => {
  test('a token is created for reading, shown once and deleted; a calendar gets its address', async () => {
    const page = await open(api.sales, '/programmi');
    await page.getByRole('heading', { level: 1, name: 'Token e calendari' }).waitFor();
    await page.getByRole('button', { name: 'Nuovo token' }).first().click();
    const form = page.getByRole('dialog', { name: 'Nuovo token' });
    await form.getByRole('textbox', { name: 'Nome' }).pressSequentially('Negozio', { delay: 60 });
    await form.getByRole('button', { name: 'Sola lettura' }).click();
    assert.equal(await form.getByRole('checkbox', { name: 'Vedere le fatture', exact: true }).isChecked(), true);
    assert.equal(await form.getByRole('checkbox', { name: 'Modificare i clienti' }).isChecked(), false);
    await form.getByRole('button', { name: 'Crea il token' }).click();
    const shown = page.getByRole('dialog', { name: 'Token', exact: true });
    const token = await shown.getByRole('textbox').inputValue();
    assert.match(token, /^bob_/);
    await assertAccessible(page, 'token');
    assert.equal((await api.as(token).get('/products')).status, 200);
    assert.equal((await api.as(token).post('/products', {})).status, 403);
    await shown.getByRole('button', { name: 'Chiudi' }).last().click();
    const row = page.getByRole('row').filter({ hasText: 'Negozio' });
    await row.waitFor();
    assert.match(await row.innerText(), /Vedere le anagr/);

    await page.getByRole('button', { name: 'Consegne', exact: true }).click();
    const address = await page
      .getByRole('dialog', { name: 'Indirizzo del calendario' })
      .getByRole('textbox')
      .inputValue();
    assert.match(address, /\/api\/calendars\/[\w-]{43}\.ics$/);
    assert.match(await (await fetch(address)).text(), /^BEGIN:VCALENDAR/);
    await page.keyboard.press('Escape');

    await row.getByRole('button', { name: /Azioni/ }).click();
    await page.getByRole('menuitem', { name: 'Elimina' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
    await row.waitFor({ state: 'detached' });
    assert.equal((await api.as(token).get('/products')).status, 401);
  });

  matrixTest('the history of a record and the activities of a user name the token of an act', async () => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const given = { name: 'Gestionale', capabilities: ['registry.read', 'products.write'], expires_at };
    const { token } = (await api.admin.post('/tokens', given)).body;
    const { id } = await createProduct(api.as(token));
    const page = await open(api.admin, `/anagrafica/prodotti/${id}?tab=history`);
    await page.getByText('con il token Gestionale').waitFor();
    await page.goto(`${api.url}/users?user=${api.admin.userId}`);
    await page.getByRole('columnheader', { name: 'Token' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Prodotti' }).filter({ hasText: 'Gestionale' }).waitFor();
  });

  matrixTest('a webhook is created with its secret, its deliveries are shown and repeated', async () => {
    const page = await open(api.admin, '/users');
    await page.getByRole('link', { name: 'Webhook' }).click();
    await page.waitForURL((at) => at.pathname === '/users/webhook');
    await page.getByRole('button', { name: 'Nuovo webhook' }).first().click();
    const form = page.getByRole('dialog', { name: 'Nuovo webhook' });
    const url = form.getByRole('textbox', { name: 'Indirizzo' });
    await url.fill('https://10.0.0.1/hook');
    await form.getByRole('button', { name: 'Salva' }).click();
    await form.getByText('Indirizzo di una rete privata').waitFor();
    await url.fill('https://93.184.215.14/hook');
    await form.getByRole('button', { name: 'Salva' }).click();
    const secret = page.getByRole('dialog', { name: 'Segreto delle firme' });
    assert.match(await secret.getByRole('textbox').inputValue(), /^whsec_/);
    await secret.getByRole('button', { name: 'Chiudi' }).last().click();
    const { id } = (await api.admin.get('/webhooks')).body[0];
    await api.db
      .insertInto('outbox')
      .values({
        kind: 'webhook',
        webhook_id: id,
        sequence: 1,
        entity: 'products',
        entity_id: 7,
        action: 'create',
        state: 'dead',
        next_attempt_at: null,
      })
      .execute();
    await page
      .getByRole('row')
      .filter({ hasText: '93.184' })
      .getByRole('button', { name: /Azioni/ })
      .click();
    await page.getByRole('menuitem', { name: 'Consegne' }).click();
    const deliveries = page.getByRole('dialog', { name: /Consegne a/ });
    await deliveries.getByText('products 7 · create').waitFor();
    await deliveries.getByText('abbandonato').waitFor();
    await assertAccessible(page, 'deliveries');
    await deliveries.getByRole('button', { name: 'Ripeti' }).click();
    await deliveries.getByText('in attesa').waitFor();
  });

  matrixTest('the records of a webhook are searched and chosen, and Enter in the search saves nothing', async () => {
    const page = await open(api.admin, '/users/webhook?edit=new');
    const form = page.getByRole('dialog', { name: 'Nuovo webhook' });
    await form.getByRole('textbox', { name: 'Indirizzo' }).fill('https://93.184.215.15/hook');
    const all = await form.getByRole('checkbox').count();
    const search = form.getByRole('textbox', { name: 'Cerca nella lista' });
    await search.fill('PURCHASE-inv');
    await search.press('Enter');
    assert.deepEqual(await form.getByRole('group').getByRole('checkbox').count(), 1);
    await form.getByRole('checkbox', { name: /fatture di acquisto/i }).check();
    await form.getByText(`1 di ${all - 1} scelti`).waitFor();
    await search.fill('zzz');
    await form.getByText('Niente corrisponde a «zzz»').waitFor();
    await search.fill('');
    await assertAccessible(page, 'the form of a webhook');
    // Nothing inside the dialog has a scroll bar of its own.
    const cut = await form.evaluate(
      (dialog) =>
        [...dialog.querySelectorAll('*')].filter(
          (element) =>
            element.scrollHeight > element.clientHeight + 1 && getComputedStyle(element).overflowY === 'auto',
        ).length,
    );
    assert.equal(cut, 0);
    await form.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('dialog', { name: 'Segreto delle firme' }).waitFor();
    const hooks = (await api.admin.get<{ url: string; entities: string[] }[]>('/webhooks')).body;
    assert.deepEqual(hooks.find(({ url }) => url.includes('215.15'))!.entities, ['purchase-invoices']);
  });

  matrixTest(
    'the buttons of a new token stay in view while its permissions scroll, and "none" takes them all back',
    async () => {
      const page = await open(api.admin, '/programmi', { viewport: { width: 820, height: 700 } });
      await page.getByRole('button', { name: 'Nuovo token' }).first().click();
      const form = page.getByRole('dialog', { name: 'Nuovo token' });
      await form.getByRole('textbox', { name: 'Nome' }).fill('Negozio');
      await form.getByRole('button', { name: 'Tutti', exact: true }).click();
      const create = form.getByRole('button', { name: 'Crea il token' });
      const box = (await create.boundingBox())!;
      assert.ok(box.y + box.height <= 700, `${box.y + box.height} px`);
      await form.getByRole('button', { name: 'Nessuno', exact: true }).click();
      await form.getByText(/^0 di \d+ scelti$/).waitFor();
      assert.equal(await create.isDisabled(), true);
    },
  );
});
