/** The hub of the operations. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { ROLES, type Role } from '@bobina/contract/core/permissions.ts';
import { dailyOrMatrix, matrixTest } from '../../server/src/testing/matrix.ts';
import { startStage } from '../support/stage.ts';

const { api, open } = startStage();
const HUB = '/operazioni';

/** The expected cards. Administration has the invoices, to mark them as paid; transfers are included. */
const TABLE: [name: string, path: string, roles: readonly Role[]][] = [
  ['Ordini fornitori', '/ordini-fornitori', ['admin', 'direction', 'orders', 'sales']],
  ["Proposte d'acquisto", '/proposte', ['admin', 'direction', 'warehouse', 'orders', 'sales']],
  ['Ricezione merce', '/ricezione-merce', ['admin', 'direction', 'warehouse', 'orders', 'sales']],
  ['Fatture di acquisto', '/fatture-acquisto', ['admin', 'direction', 'administration', 'orders']],
  ['Prezzi', '/prezzi', ['admin', 'direction', 'administration', 'orders', 'sales']],
  ['Vendite', '/vendite', ['admin', 'direction', 'administration', 'orders', 'sales']],
  ['Spedizioni', '/spedizioni', ['admin', 'direction', 'warehouse', 'orders', 'sales']],
  ['Pagamenti', '/pagamenti', ['admin', 'direction', 'administration', 'orders', 'sales']],
  ['Scadenzario clienti', '/scadenzario', ['admin', 'direction', 'administration', 'orders', 'sales']],
  ['Solleciti', '/solleciti', ['admin', 'direction', 'administration', 'orders', 'sales']],
  ['Banca', '/banca', ['admin', 'direction', 'administration', 'orders', 'sales']],
  ['Movimenti di magazzino', '/movimenti', ['admin', 'direction', 'warehouse', 'orders', 'sales']],
  ['Trasferimenti', '/trasferimenti', ['admin', 'direction', 'warehouse', 'orders', 'sales']],
  ['Bobine', '/bobine', ['admin', 'direction', 'warehouse', 'orders', 'sales']],
  ['Carico produzione', '/carico-produzione', ['admin', 'direction', 'warehouse']],
  ['Scansiona', '/scansiona', ['admin', 'direction', 'warehouse', 'orders', 'sales']],
];
describe('the hub', () => {
  for (const role of ROLES)
    dailyOrMatrix(
      `C01 ${role} sees the cards of the role, including transfers, and each opens its screen`,
      role === 'warehouse',
      async () => {
        const wanted = TABLE.filter(([, , roles]) => roles.includes(role));
        const page = await open(api[role], HUB);
        const cards = page
          .getByRole('main')
          .getByRole('listitem')
          .getByRole('link')
          .filter({ has: page.locator('svg') });
        await cards.first().waitFor();
        assert.deepEqual(
          (await cards.allInnerTexts()).map((text) => text.split('\n')[0]),
          wanted.map(([name]) => name),
        );
        for (const [index, [name, path]] of wanted.entries()) {
          await cards.nth(index).click();
          await page.waitForURL((url) => url.pathname === `${HUB}${path}`);
          await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
          await page.goBack();
          await cards.first().waitFor();
        }
      },
    );

  matrixTest('offers each role the forms of what it may create', async () => {
    for (const [role, acts] of [
      [
        'administration',
        ['Nuova fattura di acquisto', 'Nuovo prezzo', 'Nuovo pagamento', 'Nuovo sollecito', 'Nuova distinta'],
      ],
      ['warehouse', ['Nuovo movimento', 'Nuovo trasferimento']],
    ] as const) {
      const page = await open(api[role], HUB);
      const links = page.getByRole('main').getByRole('link', { name: /^Nuov[oa] / });
      await links.first().waitFor();
      assert.deepEqual(await links.allInnerTexts(), acts);
      await links.last().click();
      await page.waitForURL((url) => url.pathname !== HUB);
    }
  });
});
