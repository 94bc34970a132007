/** A server without SMTP_URL. */
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { completeCompany } from '../../server/src/testing/factories.ts';
import { sell } from '../../server/src/testing/invoiced.ts';
import { startSmtp } from '../../server/src/testing/smtp.ts';
import { assertAccessible, startStage } from '../support/stage.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';

const { api, open } = startStage({ mail: undefined });

describe('without mail', () => {
  let invoice: number;
  before(async () => {
    await completeCompany(api.admin);
    const sold = await sell(api, [{ quantity: 1, unit_price: 2 }], { customer: { email: 'forno@rossi.example' } });
    invoice = sold.invoice.id;
    assert.equal((await api.admin.put(`/invoices/${invoice}/status`, { status: 'sent' })).status, 200);
  });

  matrixTest(
    'X08 the screens say so and offer mailto: with the PDF downloaded, and the rest works; with SMTP_URL and MAIL_FROM a test message leaves',
    async () => {
      const page = await open(api.admin, `/operazioni/vendite?tab=invoices&open=${invoice}`);
      await page.getByRole('button', { name: 'Invia per e-mail' }).last().click();
      const dialog = page.getByRole('dialog', { name: /per e-mail$/ });
      await dialog.getByText('La posta non è configurata').waitFor();
      await assertAccessible(page, 'sending without mail');
      assert.equal(await dialog.getByRole('button', { name: 'Invia', exact: true }).count(), 0);
      await dialog.getByRole('textbox', { name: 'Oggetto' }).fill('Fattura & co.');
      const link = dialog.getByRole('link', { name: 'Apri nel programma di posta' });
      assert.match(
        (await link.getAttribute('href'))!,
        /^mailto:forno%40rossi\.example\?subject=Fattura%20%26%20co\.&body=Buongiorno%2C%0D%0A/,
      );
      const saved = page.waitForEvent('download');
      await link.click();
      assert.match((await saved).suggestedFilename(), /^FT-.*\.pdf$/);
      await page.keyboard.press('Escape');

      await page.goto(`${api.url}/anagrafica/impostazioni`);
      await page.getByText('Sul server mancano SMTP_URL e MAIL_FROM').waitFor();
      await page.getByRole('button', { name: 'Salva' }).waitFor();
      await page.goto(`${api.url}/report/posta-in-uscita`);
      await page.getByRole('heading', { name: 'Nessun messaggio' }).waitFor();
      await page.goto(`${api.url}/operazioni/vendite?tab=invoices`);
      await page.getByRole('row').nth(1).getByRole('checkbox').check();
      await page.getByRole('button', { name: 'Invia per e-mail' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Invia per e-mail' }).click();
      await page.getByText('La posta non è configurata: sul server manca SMTP_URL').first().waitFor();
      await sendsTest();
    },
  );

  /** The same company on a server with both settings. */
  async function sendsTest() {
    const smtp = await startSmtp();
    const arrived = new Promise<string[]>((resolve) => {
      smtp.hooks.received = ({ to }) => resolve(to);
    });
    const configured = await api.another({ mail: smtp.settings, deliversOutbox: true });
    try {
      const { status } = await configured.as(api.admin.token).post('/mails/test', { to: 'prova@x.example' });
      assert.equal(status, 201);
      assert.deepEqual(await arrived, ['prova@x.example']);
    } finally {
      await configured.close();
      await smtp.close();
    }
  }
});
