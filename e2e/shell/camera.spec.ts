/** The camera of a phone as a scanner. Chromium plays a video in place of a camera. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { startApi } from '../../server/src/testing/api.ts';
import { createMovement, createProduct, createWarehouse, loadBody } from '../../server/src/testing/factories.ts';
import { createProfile, signInTo } from '../support/own-browser.ts';
import { writeVideo, type Seen } from '../support/fake-camera.ts';

const api = startApi();
const EAN = '8001234567897';
const GTIN = '08001090310323';
const CAMERA = 'Leggi con la fotocamera';
/** Reads of the count until a code has arrived there. */
const MOST_READS = 500;

describe('the camera', () => {
  test('S36 the button beside a field reads EAN, Code 128, GS1-128, QR and DataMatrix, and the page Scansiona opens what it sees', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bobina-video-'));
    const video = path.join(folder, 'codes.y4m');
    const codes: Seen[] = [
      { text: EAN, format: 'EAN13' },
      { text: 'PROD-128', format: 'Code128' },
      { text: `(01)${GTIN}(10)L-7`, format: 'Code128', options: 'gs1' },
      { text: 'PROD-QR', format: 'QRCode' },
      { text: 'PROD-DM*LOTTO-9', format: 'DataMatrix' },
    ];
    await writeVideo(video, codes[0]!);
    const warehouse = await createWarehouse(api.admin, { name: 'Materie prime' });
    const pieces = { unit_of_measure: 'piece' };
    const made = [
      await createProduct(api.admin, { ...pieces, code: 'PROD-EAN', barcode: EAN }),
      await createProduct(api.admin, { ...pieces, code: 'PROD-128' }),
      await createProduct(api.admin, { ...pieces, code: 'PROD-GS1', barcode: GTIN.slice(1), has_batch: true }),
      await createProduct(api.admin, { ...pieces, code: 'PROD-QR' }),
      await createProduct(api.admin, { ...pieces, code: 'PROD-DM', has_batch: true }),
    ];
    await createMovement(api.admin, loadBody(made[0]!.id, warehouse.id, 1));
    const { body: count } = await api.admin.post('/stock-counts', { warehouse_id: warehouse.id });
    const profile = createProfile([
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ]);
    const context = await profile.start();
    try {
      const wasm: string[] = [];
      context.on('request', (request) => {
        if (request.url().endsWith('.wasm')) wasm.push(request.url());
      });
      const page = await signInTo(context, api.url, api.warehouse, '/operazioni/trasferimenti');
      for (const screen of [
        '/operazioni/trasferimenti',
        '/operazioni/movimenti/nuovo',
        `/report/inventario?sheet=${count.id}`,
      ]) {
        await page.goto(`${api.url}${screen}`);
        await page.getByRole('button', { name: CAMERA }).first().waitFor();
      }
      assert.deepEqual(wasm, [], 'the reader is loaded on demand');

      const counted = new Map<string, string | null>();
      const readCount = async () => {
        const { body } = await api.admin.get(`/stock-counts/${count.id}`);
        for (const item of body.items)
          if (item.counted_quantity !== null) counted.set(item.product_code, item.batch_number);
      };
      for (const [index, code] of codes.entries()) {
        await writeVideo(video, code);
        await page.getByRole('button', { name: CAMERA }).first().click();
        for (let reads = 0; counted.size <= index && reads < MOST_READS; reads++) await readCount();
      }
      assert.deepEqual(
        [...counted].toSorted(([one], [other]) => one.localeCompare(other)),
        [
          ['PROD-128', null],
          ['PROD-DM', 'LOTTO-9'],
          ['PROD-EAN', null],
          ['PROD-GS1', 'L-7'],
          ['PROD-QR', null],
        ],
      );
      assert.ok(
        wasm.every((url) => url.startsWith(api.url)),
        'the reader comes from the own server',
      );

      await page.goto(`${api.url}/operazioni/scansiona`);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(width <= 390, `the page is ${width} px wide on a phone`);
      await page.getByRole('button', { name: 'Avvia la fotocamera' }).click();
      await page.waitForURL((url) => url.pathname !== '/operazioni/scansiona');
      assert.match(page.url(), /PROD|giacenze|movimenti/);
    } finally {
      await context.close();
      profile.remove();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
