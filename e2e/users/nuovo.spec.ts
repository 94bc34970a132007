import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { PASSWORD } from '../../server/src/testing/api.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();

describe('/users/nuovo and /users/{id}', () => {
  test('I03: username, name and, only on creation, a password are required; the password can be shown; the default role is warehouse and the user is active; an empty password keeps the current one', async () => {
    const username = `u-${randomUUID().slice(0, 8)}`;
    const page = await open(api.admin, '/users/nuovo');
    const field = (name: string) => page.getByRole('textbox', { name, exact: true });
    const password = page.locator('input[name=password]');
    assert.equal(await page.getByRole('combobox', { name: 'Ruolo' }).inputValue(), 'magazzino');
    assert.equal(await page.getByRole('checkbox', { name: 'Attivo' }).isChecked(), true);
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Campo obbligatorio').nth(2).waitFor();
    assert.equal(await page.getByText('Campo obbligatorio').count(), 3);
    for (const box of [field('Nome utente'), field('Nome'), password])
      assert.equal(await box.getAttribute('aria-invalid'), 'true');
    await assertAccessible(page, 'refused form');
    await field('Nome utente').fill(username);
    await field('Nome').fill('Mario Rossi');
    await password.fill('corta');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Almeno 8 caratteri').waitFor();
    await password.fill(PASSWORD);
    assert.equal(await password.getAttribute('type'), 'password');
    await page.getByRole('button', { name: 'Mostra password' }).click();
    assert.equal(await password.getAttribute('type'), 'text');
    await page.getByRole('button', { name: 'Nascondi password' }).click();
    assert.equal(await password.getAttribute('type'), 'password');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.waitForURL(/\/users$/);
    const [made] = (await api.admin.get(`/users?q=${username}`)).body;
    assert.deepEqual(
      [made.username, made.name, made.role, made.is_active, made.created_by],
      [username, 'Mario Rossi', 'warehouse', true, api.admin.userId],
    );
    await api.signIn(username);

    await page.goto(`${api.url}/users/${made.id}`);
    assert.equal(await password.inputValue(), '');
    await field('Nome utente').fill('');
    await field('Nome').fill('');
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Campo obbligatorio').nth(1).waitFor();
    assert.equal(await page.getByText('Campo obbligatorio').count(), 2, 'the password is not required any more');
    await field('Nome utente').fill(username);
    await field('Nome').fill('Maria Rossi');
    await page.getByRole('combobox', { name: 'Ruolo' }).click();
    await page.getByRole('option', { name: 'vendite' }).click();
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.waitForURL(/\/users$/);
    const again = await api.signIn(username);
    assert.deepEqual(
      (({ name, role }) => [name, role])((await again.get('/auth/me')).body),
      ['Maria Rossi', 'sales'],
      'the old password still signs in',
    );
    await page.goto(`${api.url}/users/${made.id}`);
    await password.fill('un-altra-Password');
    await page.getByRole('checkbox', { name: 'Attivo' }).uncheck();
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.waitForURL(/\/users$/);
    assert.equal((await api.admin.get(`/users/${made.id}`)).body.is_active, false);
  });

  test('typing in a select chooses the first option that begins with the text, else one that contains it, and the administrator role is explained', async () => {
    const page = await open(api.admin, '/users/nuovo');
    const role = page.getByRole('combobox', { name: 'Ruolo' });
    const choose = async (text: string, key: string) => {
      await role.focus();
      await page.keyboard.type(text, { delay: 60 });
      await page.keyboard.press(key);
      await page.getByRole('option').first().waitFor({ state: 'detached' });
      return role.inputValue();
    };
    assert.equal(await choose('ordini', 'Enter'), 'ordini');
    // `amministratore` begins with the first letters too.
    assert.equal(await choose('AMMINISTRAZ', 'Tab'), 'amministrazione');
    assert.equal(await choose('zione', 'Enter'), 'direzione');
    assert.equal(await choose('xyz', 'Enter'), 'direzione', 'text without a match changes nothing');
    const note = page.getByText('Un amministratore può fare tutto, anche gestire utenti e impostazioni.');
    assert.equal(await note.count(), 0);
    await role.click();
    await page.keyboard.type('ammin', { delay: 60 });
    await page.locator('[data-combobox-selected]').getByText('amministratore').waitFor();
    const active = await role.getAttribute('aria-activedescendant');
    assert.equal(await page.locator(`[id="${active}"]`).innerText(), 'amministratore');
    await page.keyboard.press('Enter');
    await note.waitFor();
    assert.equal(await role.inputValue(), 'amministratore');

    // This select loads its code with the first key; here it arrives after all keys. Its options can be deselected, which
    // typing never does.
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/FullSelect-*.js', async (route) => {
      await arrived;
      await route.continue();
    });
    await page.goto(`${api.url}/anagrafica/prodotti`);
    const status = page.getByRole('combobox', { name: 'Stato' });
    for (const text of ['inatt', 'inattivo']) {
      await status.focus();
      await page.keyboard.type(text, { delay: 60 });
      await page.keyboard.press('Enter');
      arrive();
      await page.waitForURL(/status=inactive/);
      await page.getByRole('option').first().waitFor({ state: 'detached' });
      assert.equal(await status.inputValue(), 'inattivo');
    }
  });

  matrixTest('a taken username is refused beside its field, and cancel returns to the list', async () => {
    const page = await open(api.admin, '/users/nuovo', { viewport: PHONE, dark: true });
    await page.getByRole('textbox', { name: 'Nome utente' }).fill('SALES');
    await page.getByRole('textbox', { name: 'Nome', exact: true }).fill('Doppio');
    await page.locator('input[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Salva' }).click();
    await page.locator('.mantine-InputWrapper-error').getByText('Nome utente già in uso').waitFor();
    await assertAccessible(page, 'phone, dark');
    await page.getByRole('button', { name: 'Annulla' }).click();
    await page.getByRole('button', { name: 'Esci senza salvare' }).click();
    await page.waitForURL(/\/users$/);
  });

  matrixTest('direction cannot grant the admin role or change an admin, and the form shows the reason', async () => {
    const page = await open(api.direction, '/users/nuovo');
    await page.getByText('Solo un amministratore può assegnare il ruolo di amministratore.').waitFor();
    await page.getByRole('combobox', { name: 'Ruolo' }).click();
    assert.equal(
      await page.getByRole('option', { name: 'amministratore' }).getAttribute('data-combobox-disabled'),
      'true',
    );
    await page.goto(`${api.url}/users/${api.admin.userId}`);
    await page.getByText('Solo un amministratore può modificare o eliminare un altro amministratore.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Salva' }).count(), 0);
    await assertAccessible(page, 'refused');
  });
});
