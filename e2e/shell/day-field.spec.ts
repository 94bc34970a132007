import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();

describe('a field for a day', () => {
  test('takes a day as people type it, keeps what is none out, and opens a calendar by button or Alt and arrow', async () => {
    const page = await open(api.admin, '/operazioni/ordini-fornitori/nuovo');
    const field = page.getByRole('textbox', { name: 'Data ordine' });
    await field.waitFor();
    for (const typed of ['1/2/26', '010226', '2026-02-01', '01.02.2026']) {
      await field.fill(typed);
      await field.press('Tab');
      assert.equal(await field.inputValue(), '01/02/2026', typed);
    }
    await field.fill('31/02/2026');
    await field.press('Tab');
    assert.equal(await field.inputValue(), '01/02/2026', 'no such day');
    await field.press('Alt+ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'Apri il calendario' });
    await calendar.getByText('febbraio 2026').waitFor();
    await assertAccessible(page, 'calendar');
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Apri il calendario' }).first().click();
    await calendar.getByRole('button', { name: 'Successivo' }).click();
    await calendar.getByRole('button', { name: '17 marzo 2026' }).click();
    await calendar.waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), '17/03/2026');
  });

  test('its calendar holds on a phone in the dark, in French', async () => {
    const page = await open(api.admin, '/operazioni/ordini-fornitori/nuovo', {
      viewport: PHONE,
      dark: true,
      language: 'fr',
    });
    await page.getByRole('button', { name: 'Ouvrir le calendrier' }).first().tap();
    await page.getByRole('dialog', { name: 'Ouvrir le calendrier' }).getByRole('button', { name: 'Suivant' }).waitFor();
    await assertAccessible(page, 'calendar, phone, dark');
  });
});
