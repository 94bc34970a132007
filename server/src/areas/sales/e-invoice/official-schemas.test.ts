import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { startApi } from '../../../testing/api.ts';
import { completeCompany } from '../../../testing/factories.ts';
import { FRENCH_COMPANY, FULL_COMPANY, sell, send } from '../../../testing/invoiced.ts';
import { assertFacturX, assertFatturaPa, skipWithoutSchemas } from '../../../testing/official-schemas.ts';

const CUSTOMERS: Record<string, object> = {
  IT: {
    country_code: 'IT',
    vat_number: '01234567897',
    zip_code: '55100',
    province: 'LU',
    codice_destinatario: 'M5UXCR1',
    vat_code: null,
  },
  FR: {
    country_code: 'FR',
    vat_number: 'FR40303265045',
    zip_code: '34070',
    province: 'Hérault',
    vat_code: 'N3.2',
  },
  DE: { country_code: 'DE', vat_number: 'DE136695976', zip_code: '10115', province: 'Berlin', vat_code: 'N3.2' },
  MA: { country_code: 'MA', vat_number: '001512345000078', zip_code: '80150', province: 'Souss', vat_code: 'N3.1' },
  US: { country_code: 'US', vat_number: '-', zip_code: '60601', province: 'Illinois', vat_code: 'N3.1' },
};
const LINES = [
  { quantity: 120, unit_price: 18.45, product: { categoria_vat_codice: '22' } },
  { quantity: 10, unit_price: 12.345, product: { categoria_vat_codice: '10', unit_of_measure: 'piece' } },
];

describe('the official schemas', { skip: skipWithoutSchemas, timeout: 300_000 }, () => {
  const api = startApi();
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-schemas-'));
  before(async () => {
    await completeCompany(api.admin);
    for (const code of [
      { code: '10', rate: 10 },
      { code: '20', rate: 20 },
      { code: 'N3.1', rate: 0, natura: 'N3.1', description: 'Non imponibile art. 8 DPR 633/72' },
      { code: 'N3.2', rate: 0, natura: 'N3.2', description: 'Non imponibile art. 41 DL 331/93' },
    ])
      assert.equal((await api.admin.post('/vat-codes', code)).status, 201);
  });
  after(() => fs.rmSync(work, { recursive: true, force: true }));

  /** Saves an invoice to each customer and its credit note. @returns the files */
  const issue = async (company: object, name: string, domestic: object): Promise<string[]> => {
    assert.equal((await api.admin.put('/company', company)).status, 200);
    const files: string[] = [];
    const save = async (id: number, file: string) => {
      const { status, body } = await api.sales.get<string>(`/invoices/${id}/e-invoice`);
      assert.equal(status, 200, JSON.stringify(body));
      // The available schema 1.2.2 does not contain tax regime RF20; everything else is validated.
      files.push(path.join(work, file));
      fs.writeFileSync(files.at(-1)!, body.replace('>RF20<', '>RF01<'));
    };
    for (const [country, customer] of Object.entries(CUSTOMERS)) {
      const sold = await sell(api, LINES, {
        customer: { modalita_pagamento: 'MP05', ...customer, ...(domestic as Record<string, object>)[country] },
      });
      const invoice = await send(api.sales, sold.invoice.id);
      await save(invoice.id, `${name}-${country}.xml`);
      const note = await api.administration.post<Invoice>(`/invoices/${invoice.id}/credit-note`, {});
      await save(note.body.id, `${name}-${country}-credit.xml`);
    }
    return files;
  };
  const validate = async (files: string[], country?: 'FR') => {
    const facturX = files.filter((file) => fs.readFileSync(file, 'utf8').includes('CrossIndustryInvoice'));
    for (const file of files) if (!facturX.includes(file)) assertFatturaPa(fs.readFileSync(file, 'utf8'));
    if (facturX.length > 0) await assertFacturX(facturX, country);
    return facturX.length;
  };
  test('Q23: accept the invoices and credit notes of an Italian company to customers in Italy, France, Germany, Morocco and the United States, and those of a French company', async () => {
    assert.equal(await validate(await issue(FULL_COMPANY, 'it', {})), 0);
    assert.equal(await validate(await issue({ regime_fiscale: 'RF20' }, 'it-rf20', {})), 0);
    assert.equal(
      await validate(await issue(FRENCH_COMPANY, 'fr', { FR: { vat_code: '20' }, IT: { vat_code: 'N3.2' } }), 'FR'),
      10,
    );
  });
});
