/** Files at records: dragged, pasted, chosen or photographed. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { roleCan, ROLES } from '@bobina/contract/core/permissions.ts';
import { RECORDS, type RecordEntity } from '@bobina/contract/system/records.ts';
import { attackedCompany } from '../../server/src/testing/attacked-company.ts';
import { createMachine } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { attachFile } from '../../server/src/testing/attach-file.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Drops or pastes a file on the page, as a browser does. */
async function give(page: Page, kind: 'drop' | 'paste', name: string, text: string) {
  await page.getByText('Trascina qui i file').evaluate(
    (hint, [how, file, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content!], file!, { type: 'text/plain' }));
      if (how === 'paste')
        document.body.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        );
      else
        for (const type of ['dragover', 'drop'])
          hint.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [kind, name, text] as const,
  );
}

describe('attachments', () => {
  let rows: Awaited<ReturnType<typeof attackedCompany>>;
  before(async () => {
    rows = await attackedCompany(api, 'link', new Map());
  });

  test('X10 each record takes files over its calls with its capabilities, and on its screen by drag, paste, file dialog or phone camera', async () => {
    const machine = await createMachine(api.admin, { code: 'TAGLIO-3' });
    const path = `/machines/${machine.id}`;
    const page = await open(api.sales, `/anagrafica/macchinari/${machine.id}?tab=files`);
    await page.getByText('Ancora nessun allegato.').waitFor();
    await give(page, 'drop', 'trascinato.txt', 'a');
    const list = page.getByRole('list', { name: 'Allegati' });
    await list.getByText('trascinato.txt').waitFor();
    await give(page, 'paste', 'incollato.txt', 'b');
    await list.getByText('incollato.txt').waitFor();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Scegli file' }).click();
    await (
      await choosing
    ).setFiles([
      { name: 'uno.csv', mimeType: 'text/csv', buffer: Buffer.from('a;b\n1;2\n') },
      { name: 'due.bin', mimeType: 'image/png', buffer: Buffer.from([0, 1]) },
    ]);
    await list.getByText('due.bin').waitFor();
    const camera = page.locator('input[type=file][capture=environment]');
    assert.equal(await camera.getAttribute('accept'), 'image/*');
    await camera.setInputFiles({ name: 'foto.png', mimeType: 'image/png', buffer: PICTURE });
    await list.getByRole('button', { name: 'Apri foto.png' }).locator('img').waitFor();

    const { body } = await api.sales.get(`${path}/attachments`);
    assert.deepEqual(
      body.map(({ name, media_type }: { name: string; media_type: string }) => `${name} ${media_type}`),
      [
        'foto.png image/png',
        'due.bin application/octet-stream',
        'uno.csv text/csv',
        'incollato.txt text/plain',
        'trascinato.txt text/plain',
      ],
    );
    const saving = page.waitForEvent('download');
    await list.getByRole('button', { name: 'Scarica uno.csv' }).click();
    assert.equal((await saving).suggestedFilename(), 'uno.csv');
    await list.getByRole('button', { name: 'Elimina due.bin' }).click();
    const question = page.getByRole('dialog', { name: 'Elimina' });
    await question.getByRole('button', { name: 'Elimina' }).click();
    await page.getByText('File eliminato').waitFor();
    await list.getByText('due.bin').waitFor({ state: 'detached' });

    await takesFilesOfEachEntity();
    // Users who may only read the record see the files, and can neither add nor delete any.
    assert.equal((await attachFile(api.warehouse, path, { content: 'x' })).status, 403);
    assert.equal((await api.warehouse.get(`${path}/attachments`)).body.length, 4);
    const [photo] = body;
    assert.equal((await api.warehouse.get(`/attachments/${photo.id}`)).status, 200);
    assert.equal((await api.warehouse.delete(`/attachments/${photo.id}`)).status, 403);
    assert.equal((await api.sales.delete(`/attachments/${photo.id}`)).status, 204);
    await page.close();
  });

  async function takesFilesOfEachEntity() {
    const ids: Partial<Record<RecordEntity, number>> = {
      products: rows.product,
      machines: rows.machine,
      warehouses: rows.warehouse,
      suppliers: rows.supplier,
      customers: rows.customer,
      prices: rows.price,
      'purchase-orders': rows.purchaseOrder,
      'customer-orders': rows.order,
      'packing-lists': rows.packingList,
      invoices: rows.invoice,
      'stock-counts': rows.count,
      batches: rows.batch,
    };
    for (const [entity, id] of Object.entries(ids) as [RecordEntity, number][])
      for (const role of ROLES) {
        const own = await attachFile(api[role], `/${entity}/${id}`, { content: role });
        assert.equal(own.status, roleCan(role, RECORDS[entity].write) ? 201 : 403, `${entity} ${role}`);
        const { status } = await api[role].get(`/${entity}/${id}/attachments`);
        assert.equal(status, roleCan(role, RECORDS[entity].read) ? 200 : 403, `${entity} ${role}`);
        if (own.status === 201) assert.equal((await api[role].delete(`/attachments/${own.body.id}`)).status, 204);
      }
  }

  matrixTest(
    'an upload that fails stays with its reason and is sent again once; a file that is too large is not sent',
    async () => {
      const machine = await createMachine(api.admin);
      const page = await open(api.admin, `/anagrafica/macchinari/${machine.id}?tab=files`);
      await page.route('**/api/machines/*/attachments', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.continue(),
      );
      await give(page, 'drop', 'rete.txt', 'a');
      const alert = page.getByRole('alert').filter({ hasText: 'rete.txt' });
      await alert.waitFor();
      await page.unroute('**/api/machines/*/attachments');
      await alert.getByRole('button', { name: 'Riprova' }).click();
      await page.getByRole('list', { name: 'Allegati' }).getByText('rete.txt').waitFor();
      await page.getByText('Trascina qui i file').evaluate((hint) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(25_000_001)], 'grande.bin'));
        hint.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      });
      const large = page.getByRole('alert').filter({ hasText: 'grande.bin' });
      await large.getByText('Il file supera i 25 MB.').waitFor();
      await large.getByRole('button', { name: 'Scarta' }).click();
      await large.waitFor({ state: 'detached' });
      assert.equal((await api.admin.get(`/machines/${machine.id}/attachments`)).body.length, 1);
      await page.close();
    },
  );

  matrixTest('every screen of a record without tabs has a button for its files', async () => {
    const page = await open(api.admin, '/');
    for (const path of [
      `/ordiniclienti/visualizza-ordini?order=${rows.order}`,
      `/operazioni/ordini-fornitori/${rows.purchaseOrder}`,
      `/operazioni/ricezione-merce/storico/${rows.receivedItem}`,
      `/operazioni/vendite?open=${rows.packingList}`,
      `/operazioni/vendite?tab=invoices&open=${rows.invoice}`,
      `/operazioni/prezzi/${rows.price}`,
      `/anagrafica/magazzini/${rows.warehouse}`,
      `/report/inventario?sheet=${rows.count}`,
    ]) {
      await page.goto(api.url + path);
      await page.getByRole('button', { name: 'Allegati', exact: true }).first().click();
      const dialog = page.getByRole('dialog', { name: /^Allegati ·/ });
      await dialog.getByText('Trascina qui i file').waitFor();
      await give(page, 'drop', 'ovunque.txt', path);
      await dialog.getByRole('list', { name: 'Allegati' }).getByText('ovunque.txt').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
  });

  matrixTest('a picture among the attachments is accessible on a phone, dark', async () => {
    await attachFile(api.admin, `/products/${rows.product}`, { name: 'foto.png', content: PICTURE });
    const look = { viewport: PHONE, dark: true };
    const page = await open(api.admin, `/anagrafica/prodotti/${rows.product}?tab=files`, look);
    await page.locator('li img').first().waitFor();
    await assertAccessible(page, 'attachments');
  });
});
