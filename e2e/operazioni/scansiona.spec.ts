/** The scan page of the warehouse, made for a phone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createProduct } from '../../server/src/testing/factories.ts';
import { scan } from '../support/by-hand.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();

test('a scan or a typed code opens what it names or shows the goods; an unknown code is named', async () => {
  await createProduct(api.admin, { code: 'COLLA-9', description: 'Colla vinilica', barcode: '8001090310323' });
  const page = await open(api.warehouse, '/operazioni/scansiona', { viewport: PHONE });
  await page.getByRole('heading', { level: 1, name: 'Scansiona' }).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no horizontal overflow');
  await assertAccessible(page, 'the scan page');
  const code = page.getByLabel('Codice');
  await code.fill('NIENTE-1');
  await code.press('Enter');
  await page.getByText('NIENTE-1').waitFor();
  await code.fill('');
  await scan(page, '8001090310323');
  await page.waitForURL((url) => url.pathname === '/report/giacenze' && url.search.includes('COLLA-9'));
});
