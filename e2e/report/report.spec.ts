/** The hub of reports. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { ROLES, type Role } from '@bobina/contract/core/permissions.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const STOCK = { name: 'Giacenze', path: '/report/giacenze' };
const VALUE = { name: 'Valorizzazione', path: '/report/valorizzazione' };
const COUNT = { name: 'Inventario', path: '/report/inventario' };
const STAMP = { name: 'Imposta di bollo', path: '/report/imposta-bollo' };
const BOOKS = [
  { name: 'Registri IVA', path: '/report/registri-iva' },
  { name: 'Scritture contabili', path: '/report/scritture' },
  { name: 'Fine anno', path: '/report/fine-anno' },
  { name: 'Chiusure contabili', path: '/report/chiusure' },
];
const TRACE = { name: 'Tracciabilità', path: '/report/tracciabilita' };
const YIELDS = { name: 'Rese', path: '/report/rese' };
const MARGINS = { name: 'Margini', path: '/report/margini' };
const OFFERED: Record<Role, (typeof STOCK)[]> = {
  admin: [STOCK, VALUE, COUNT, STAMP, ...BOOKS, TRACE, YIELDS, MARGINS],
  direction: [STOCK, VALUE, COUNT, STAMP, ...BOOKS, TRACE, YIELDS, MARGINS],
  administration: [VALUE, STAMP, ...BOOKS, TRACE, YIELDS, MARGINS],
  orders: [STOCK, VALUE, COUNT, TRACE],
  warehouse: [STOCK, COUNT, TRACE, YIELDS],
  sales: [STOCK, VALUE, COUNT, TRACE],
};

describe('the reports hub', () => {
  matrixTest('H01 stock levels and valuation are shown by role, and the inventory works', async () => {
    for (const role of ROLES) {
      const page = await open(api[role], '/report');
      const cards = page
        .getByRole('main')
        .getByRole('link')
        .filter({ has: page.locator('svg') });
      await cards.first().waitFor();
      const offered = await cards.evaluateAll((links) =>
        links.map((link) => ({
          name: (link as HTMLElement).innerText.split('\n')[0]!,
          path: new URL((link as HTMLAnchorElement).href).pathname,
        })),
      );
      assert.deepEqual(offered, OFFERED[role], role);
      await assertAccessible(page, `the hub for ${role}`);
    }
    const page = await open(api.warehouse, '/report');
    await page.getByRole('link', { name: /^Inventario/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Inventario' }).waitFor();
    await page.getByRole('button', { name: 'Nuovo inventario' }).first().waitFor();
  });
});
