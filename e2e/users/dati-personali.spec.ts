import assert from 'node:assert/strict';
import fs from 'node:fs';
import { describe, test } from 'node:test';
import type { PersonalData } from '../../contract/src/system/personal-data.ts';
import { PASSWORD } from '../../server/src/testing/api.ts';
import { createCustomer } from '../../server/src/testing/factories.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();

describe('personal data', () => {
  test('of a user and of a contact are downloaded, and erased after a confirmation that names the consequence', async () => {
    const body = { username: 'ersilia.orsi', name: 'Ersilia Orsi', password: PASSWORD, is_active: false };
    const user = (await api.admin.post('/users', body)).body;
    const page = await open(api.admin, `/users/${user.id}`);
    const downloaded = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Esporta i dati personali' }).click();
    const file = await downloaded;
    assert.equal(file.suggestedFilename(), `users-${user.id}.json`);
    const data = JSON.parse(fs.readFileSync((await file.path())!, 'utf8')) as PersonalData;
    assert.equal(data.person.name, 'Ersilia Orsi');
    await assertAccessible(page, 'user');

    await page.getByRole('button', { name: 'Cancella i dati personali' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Il nome Ersilia Orsi.* sostituiti da uno pseudonimo/).waitFor();
    await dialog.getByRole('button', { name: 'Cancella i dati personali' }).click();
    await page.getByText(`Dati personali cancellati: ora è user-${user.id}`).waitFor();
    assert.equal((await api.admin.get(`/users/${user.id}`)).body.name, `user-${user.id}`);

    const active = await open(api.admin, `/users/${api.sales.userId}`);
    await active.getByRole('button', { name: 'Esporta i dati personali' }).waitFor();
    assert.equal(await active.getByRole('button', { name: 'Cancella i dati personali' }).count(), 0, 'still active');

    const customer = await createCustomer(api.admin);
    const contact = (await api.admin.post(`/customers/${customer.id}/contacts`, { name: 'Ugo Orsi' })).body;
    const record = await open(api.admin, `/anagrafica/clienti/${customer.id}?tab=contacts`);
    await record.getByRole('button', { name: 'Azioni per Ugo Orsi' }).click();
    await record.getByRole('menuitem', { name: 'Cancella i dati personali' }).click();
    await record.getByRole('dialog').getByRole('button', { name: 'Cancella i dati personali' }).click();
    await record.getByRole('gridcell', { name: `contact-${contact.id}`, exact: true }).waitFor();
    assert.equal((await api.admin.get(`/contacts/${contact.id}`)).body.name, `contact-${contact.id}`);
  });
});
