import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createSupplier } from '../../server/src/testing/factories.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const PATH = '/anagrafica/azienda';
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const FIELDS: Record<string, [label: string, value: string]> = {
  business_name: ['Ragione sociale', 'Bobinificio S.r.l.'],
  vat_number: ['Partita IVA', '00743110157'],
  tax_code: ['Codice fiscale', '00743110157'],
  address: ['Indirizzo', 'Via Po 1'],
  city: ['Città', 'Prato'],
  province: ['Provincia', 'PO'],
  zip_code: ['CAP', '59100'],
  country: ['Nazione', 'Italia'],
  country_code: ['Codice nazione', 'IT'],
  phone: ['Telefono', '+39 0574 1'],
  email: ['E-mail', 'info@bobinificio.example'],
  pec: ['PEC', 'pec@bobinificio.example'],
  bank: ['Banca', 'Banca di Prato'],
  iban: ['IBAN', 'IT60X0542811101000000123456'],
  share_capital: ['Capitale sociale', '10.000 €'],
  rea: ['Numero REA', 'PO-1'],
  regime_fiscale: ['Regime fiscale', 'RF01'],
  siren: ['SIREN (Francia)', '303265045'],
  ice: ['ICE (Marocco)', '001'],
};

describe('/anagrafica/azienda', () => {
  test('B12: the company screen has a title, a text and a real company register, which documents print', async () => {
    const page = await open(api.direction, PATH);
    await page.getByRole('heading', { level: 1, name: 'Azienda' }).waitFor();
    await page.getByText('I dati che compaiono su documenti e stampe').waitFor();
    await assertAccessible(page, 'empty form');
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    for (const [label, value] of Object.values(FIELDS)) await field(label).fill(value);
    await field('E-mail').fill('niente');
    await field('Partita IVA').fill('00743110158');
    await field('Codice fiscale').focus();
    await page.getByText('Cifra di controllo errata: rileggila').waitFor();
    await field('Partita IVA').fill(FIELDS['vat_number']![1]);
    await page.getByText('Cifra di controllo errata').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Formato non valido').waitFor();
    await assertAccessible(page, 'refused form');
    await field('E-mail').fill(FIELDS['email']![1]);
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Dati aziendali salvati').waitFor();
    const stored = (await api.admin.get('/company')).body;
    for (const [name, [, value]] of Object.entries(FIELDS)) assert.equal(stored[name], value, name);
    await field('Città').fill('Pistoia'); // the form continues with the saved version
    await page.keyboard.press('Control+s');
    await page.waitForFunction(
      async (token) =>
        (
          (await (await fetch('/api/company', { headers: { authorization: `Bearer ${token}` } })).json()) as {
            city: string;
          }
        ).city === 'Pistoia',
      api.admin.token,
    );
    await page.locator('form button[type=submit]:not([data-loading])').waitFor(); // saved: leaving the page needs no confirmation
    // The printed header shows the company data.
    await page.context().addInitScript(() => Object.assign(window, { print: () => {} }));
    await page.goto(`${api.url}/anagrafica/fornitori`);
    await page.getByRole('heading', { name: 'Nessun fornitore' }).waitFor();
    await createSupplier(api.admin, { business_name: 'Cartiera del Serchio' });
    await page.getByRole('link', { name: 'Cartiera del Serchio' }).waitFor();
    const [paper] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('button', { name: 'Stampa' }).click(),
    ]);
    await paper.getByText('Cartiera del Serchio').waitFor();
    const head = await paper.locator('.company').innerText();
    for (const part of [
      'Bobinificio S.r.l.',
      'Via Po 1 · 59100 Pistoia PO · Italia',
      '00743110157',
      '+39 0574 1',
      'info@bobinificio.example',
    ])
      assert.ok(head.includes(part), `${part} in ${head}`);
  });

  matrixTest('a logo can be chosen, shown, saved and removed; invalid or too large images are refused', async () => {
    const page = await open(api.admin, PATH);
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
    await page.getByText("Il logo deve essere un'immagine PNG o JPEG").waitFor();
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await page.getByText("Il logo deve essere un'immagine PNG o JPEG").waitFor();
    await file.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(500_001) });
    await page.getByText('Il logo supera 500 kB').waitFor();
    await assertAccessible(page, 'refused logo');
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') });
    await page.getByRole('img', { name: "Logo dell'azienda" }).waitFor();
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Dati aziendali salvati').first().waitFor();
    assert.equal((await api.admin.get('/company')).body.logo, `data:image/png;base64,${PIXEL}`);
    await page.reload();
    await page.getByRole('img', { name: "Logo dell'azienda" }).waitFor();
    await page.getByRole('button', { name: 'Rimuovi logo' }).click();
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Dati aziendali salvati').first().waitFor();
    assert.equal((await api.admin.get('/company')).body.logo, null);
  });

  matrixTest('read-only roles see the register without fields and buttons', async () => {
    await api.admin.put('/company', { business_name: 'Bobinificio S.r.l.', iban: 'IT60' });
    const page = await open(api.sales, PATH, { viewport: PHONE, dark: true });
    await page.getByText('Bobinificio S.r.l.').waitFor();
    await page.getByText('Solo amministratori e direzione possono modificarli.').waitFor();
    assert.deepEqual(
      [
        await page.locator('main').getByRole('textbox').count(),
        await page.getByRole('button', { name: 'Salva' }).count(),
      ],
      [0, 0],
    );
    await assertAccessible(page, 'read only, phone, dark');
  });
});
