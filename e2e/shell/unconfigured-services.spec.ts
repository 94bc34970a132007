/** Services outside of the server, on a server where none is configured, and the sign-in by the provider. */
import assert from 'node:assert/strict';
import { after, describe } from 'node:test';
import type { Page } from 'playwright-core';
import { startOidcProvider } from '../../server/src/testing/oidc-provider.ts';
import { assertAccessible, startStage } from '../support/stage.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';

const provider = await startOidcProvider();
after(() => provider.close());
const { api, open } = startStage({ mail: undefined });

describe('services that are not configured', () => {
  matrixTest(
    'X35: a service that is not configured shows a message on its screen, and all other calls work',
    async () => {
      // Passkeys and the personal data of the user.
      const page = await open(api.admin, '/profilo');
      await page.getByText('Le passkey non sono configurate: sul server manca PUBLIC_URL').waitFor();
      await assertAccessible(page, 'account without PUBLIC_URL');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Esporta i dati personali' }).click();
      assert.equal((await saved).suggestedFilename(), `users-${api.admin.userId}.json`);
      // Mail and the sign-in provider, on a form that can be saved.
      await page.goto(`${api.url}/anagrafica/impostazioni`);
      await page.getByText("L'accesso con un provider (OpenID Connect) non è configurato").waitFor();
      await page.getByText('Sul server mancano SMTP_URL e MAIL_FROM').waitFor();
      await page.getByRole('button', { name: 'Salva' }).click();
      await page.getByText('Impostazioni salvate').first().waitFor();
      // The outbox.
      await page.goto(`${api.url}/report/posta-in-uscita`);
      await page.getByText('Sul server mancano SMTP_URL e MAIL_FROM').waitFor();
      await page.getByRole('heading', { name: 'Nessun messaggio' }).waitFor();
      // Exchange folders.
      await page.goto(`${api.url}/operazioni/vendite/ricevute`);
      await page.getByText('Nessuna cartella di scambio: sul server manca EXCHANGE_OUT, EXCHANGE_IN').waitFor();
      await page.getByRole('button', { name: 'Carica ricevute' }).first().waitFor();
      // The copy of the backups, replicas and the certificate.
      await page.goto(`${api.url}/`);
      await page.getByText('sul server manca BACKUP_COPY_TO').waitFor();
      // Webhooks need no setting: the form is offered.
      await page.goto(`${api.url}/users/webhook`);
      await page.getByRole('button', { name: 'Nuovo webhook' }).first().waitFor();
      // The sign-in offers only the password.
      const login = await open(null, '/login');
      await login.waitForLoadState('networkidle');
      await login.getByRole('button', { name: 'Accedi', exact: true }).waitFor();
      assert.equal(await login.getByText('Accedi con').count(), 0);
      assert.equal(await login.getByText('Password dimenticata').count(), 0);
    },
  );

  matrixTest(
    'a user signs in by the provider, gets a message without a role, and a link with a ticket does not sign in',
    async () => {
      const roles = { oidc_roles: [{ group: 'ufficio', role: 'orders' }] };
      assert.equal((await api.admin.put('/settings', roles)).status, 200);
      const site = await api.another({ oidc: provider.settings });
      provider.register(site.url);
      provider.accounts.set('anna', { preferred_username: 'anna', name: 'Anna Verdi', groups: ['ufficio'] });
      provider.accounts.set('ugo', { preferred_username: 'ugo', groups: [] });
      const visitors: Page[] = [];
      const visit = async () => {
        const page = await open(null, '/login');
        visitors.push(page);
        return page;
      };
      try {
        const signInByProvider = async (subject: string) => {
          const page = await visit();
          await page.goto(`${site.url}/login`);
          await page.getByRole('link', { name: 'Accedi con Prova' }).click();
          await page.locator('input[name=login]').fill(subject);
          await page.locator('input[name=password]').fill('any');
          await page.locator('button[type=submit]').click();
          await page.locator('button[type=submit]').click();
          return page;
        };
        const page = await signInByProvider('anna');
        await page.waitForURL((url) => url.origin === site.url && url.pathname === '/' && url.hash === '');
        await page.getByRole('button', { name: 'Anna Verdi (ordini)' }).waitFor();
        const refused = await signInByProvider('ugo');
        await refused.getByRole('alert').getByText('Nessuno dei tuoi gruppi ha un ruolo in questo programma').waitFor();
        assert.equal(new URL(refused.url()).hash, '');
        const linked = await visit();
        await linked.goto(`${site.url}/login#oidc=${'x'.repeat(43)}`);
        await linked.getByRole('alert').getByText("L'accesso con il provider è scaduto").waitFor();
        await assertAccessible(linked, 'sign-in with a provider');
      } finally {
        // A page that is still loading scripts would throw when its server is gone.
        await Promise.all(visitors.map((page) => page.close()));
        await site.close();
      }
    },
  );
});
