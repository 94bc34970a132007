/** The functions of the top bar: palette, help, theme, password change; and the error page. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { PASSWORD } from '../../server/src/testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMovement,
  createProduct,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { scan } from '../support/by-hand.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();
function palette(page: Page) {
  return page.getByRole('combobox', { name: 'Cerca schermate, prodotti, ordini, clienti, fornitori…' });
}
function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}
function scheme(page: Page) {
  return page.locator('html').getAttribute('data-mantine-color-scheme');
}

/** The menus of the bar for admin, written here independently of the cards. */
const MENUS: Record<string, string[]> = {
  Anagrafiche: [
    ...['Prodotti', 'Magazzini', 'Azienda', 'Fornitori', 'Clienti', 'Macchinari'],
    ...['Condizioni di pagamento', 'Codici IVA', "Dichiarazioni d'intento", 'Impostazioni'],
  ],
  Operazioni: [
    ...[
      'Ordini fornitori',
      "Proposte d'acquisto",
      'Ricezione merce',
      'Fatture di acquisto',
      'Prezzi',
      'Vendite',
      'Spedizioni',
    ],
    ...['Pagamenti', 'Scadenzario clienti', 'Solleciti', 'Banca'],
    ...['Movimenti di magazzino', 'Trasferimenti', 'Bobine', 'Carico produzione', 'Scansiona'],
  ],
  Report: [
    ...['Giacenze', 'Valorizzazione', 'Inventario', 'Imposta di bollo'],
    ...['Registri IVA', 'Scritture contabili', 'Fine anno', 'Chiusure contabili'],
    ...['Tracciabilità', 'Rese', 'Margini'],
  ],
  'Ordini clienti': ['Inserimento ordine', 'Visualizza ordini', 'Prezzi clienti'],
  Produzione: ['Programmazione', 'Priorità', 'Stato produzione', 'Calcolo materiali', 'Lavorazioni'],
};
/** The button that opens the menu of a section. */
function menuButton(page: Page, section: string) {
  return page.getByRole('banner').getByRole('button', { name: `Schermate: ${section}`, exact: true });
}
/** Holds the code of the palette back until `release`. `isAsked` resolves when the page asks for it. */
async function holdPalette(page: Page) {
  const { promise: isAsked, resolve: ask } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/Palette-[^/]*\.js$/, async (route) => {
    ask();
    await isReleased;
    await route.continue();
  });
  return { isAsked, release };
}
/** Returns the names of the open menu's items. */
async function itemNames(page: Page) {
  await page.getByRole('menuitem').first().waitFor();
  return (await page.getByRole('menuitem').allInnerTexts()).map((name) => name.trim());
}
function isFocused(target: Locator) {
  return target.evaluate((element) => element === document.activeElement);
}
/** Waits until the element has the focus. */
async function waitForFocus(target: Locator) {
  await target.waitFor();
  for (let tries = 0; !(await isFocused(target)); tries++) {
    assert.ok(tries < 100, `not focused: ${target.toString()}`);
    await target.page().waitForTimeout(20);
  }
}

describe('the top bar', () => {
  matrixTest(
    'Ctrl-K finds a screen, a product and a customer by keyboard alone; a role finds only its own screens',
    async () => {
      const product = await createProduct(api.admin, { code: 'PALETTA-7', description: 'Bobina rara' });
      await createCustomer(api.admin, { business_name: 'Pastificio Palette' });
      const page = await open(api.admin, '/');
      await heading(page, 'Sistema Gestione Magazzino');
      await page.keyboard.press('Control+k');
      await palette(page).waitFor();
      await page.keyboard.type('magaz', { delay: 60 });
      await page.getByRole('option', { name: 'Magazzini', exact: true, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await heading(page, 'Magazzini');
      await page.keyboard.press('Control+k');
      await palette(page).waitFor();
      assert.equal(await palette(page).inputValue(), '', 'it starts empty');
      await page.keyboard.type('palet', { delay: 60 });
      await page.getByRole('option', { name: /Pastificio Palette/ }).waitFor();
      await page.getByRole('option', { name: /PALETTA-7/, selected: true }).waitFor();
      await assertAccessible(page, 'palette');
      await page.keyboard.press('ArrowDown');
      await page.getByRole('option', { name: /Pastificio Palette/, selected: true }).waitFor();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`/anagrafica/prodotti/${product.id}$`));
      await page.keyboard.press('Control+k');
      await palette(page).waitFor();
      // Typing mistakes: similar screens and names.
      await page.keyboard.type('giaceze', { delay: 60 });
      await page.getByText('Nessun risultato esatto').waitFor();
      await page.getByRole('option', { name: 'Giacenze', exact: true, selected: true }).waitFor();
      await palette(page).fill('pasticifio paltte');
      await page.getByRole('option', { name: /Pastificio Palette/, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/anagrafica\/clienti\/\d+$/);
      await page.keyboard.press('Control+k');
      await palette(page).waitFor();
      await page.keyboard.press('Escape');
      await palette(page).waitFor({ state: 'detached' });

      const other = await open(api.warehouse, '/');
      await heading(other, 'Sistema Gestione Magazzino');
      await other.keyboard.press('Control+k');
      await palette(other).waitFor();
      assert.deepEqual(
        (await other.getByRole('option').allInnerTexts()).filter((name) =>
          ['Prodotti', 'Gestione utenti', 'Impostazioni', 'Ordini fornitori'].includes(name.trim()),
        ),
        [],
      );
      await other.keyboard.type('palet', { delay: 60 });
      await other.getByRole('option', { name: /PALETTA-7/, selected: true }).waitFor();
      assert.equal(await other.getByRole('option').count(), 1, 'no customer, whose screen the role cannot open');
      await palette(other).fill('nonesiste');
      await other.getByText('Nessun risultato').waitFor();
      // Enter before the answer opens the first match when it arrives.
      await palette(other).fill('paletta');
      await other.keyboard.press('Enter');
      await other.waitForURL(/\/report\/giacenze\?code=PALETTA-7$/);
    },
  );

  test('S15: Ctrl-K finds records by number, code, name, batch, barcode, own order number and address, screens and actions; a scan on any screen opens what it names', async () => {
    const product = await createProduct(api.admin, {
      code: 'FIBRA-5',
      description: 'Cartoncino teso',
      barcode: '4006381333931',
      has_batch: true,
    });
    const warehouse = await createWarehouse(api.admin, { name: 'Capannone Quercia' });
    const load = await createMovement(api.admin, loadBody(product.id, warehouse.id, 5, { batch_number: 'LT-901' }));
    const customer = await createCustomer(api.admin, { business_name: 'Molino Brandi', address: 'Largo Cairoli 8' });
    const order = await createCustomerOrder(
      api.admin,
      customer.id,
      [{ product_id: product.id, quantity: 1, unit_price: 1, delivery_date: '2026-03-20' }],
      { customer_order_number: 'RIF-88' },
    );
    const ordered = new RegExp(`${order.order_number}.*Molino Brandi`);
    const page = await open(api.admin, '/');
    await heading(page, 'Sistema Gestione Magazzino');
    await page.keyboard.press('Control+k');
    for (const [text, group, option] of [
      [order.order_number, 'Ordini clienti', ordered],
      ['FIBRA-5', 'Prodotti', /FIBRA-5.*Cartoncino teso/],
      ['teso cartoncino', 'Prodotti', /FIBRA-5/],
      ['molino brandi', 'Clienti', /Molino Brandi.*Cairoli/],
      ['lt-90', 'Lotti', /LT-901.*Cartoncino teso.*FIBRA-5/],
      ['4006381333931', 'Prodotti', /FIBRA-5/],
      ['rif-88', 'Ordini clienti', ordered],
      ['cairoli', 'Clienti', /Molino Brandi/],
      ['giacen', 'Schermate', /Giacenze/],
      ['giacenza', 'Schermate', /Giacenze/],
      ['fattura', 'Schermate', /^Fatture e note di credito$/],
      ['fatture scadute', 'Schermate', /^Fatture scadute$/],
      ['RIBA', 'Schermate', /^Banca$/],
      ['scadenze', 'Schermate', /^Scadenzario clienti$/],
      ['listini', 'Schermate', /^Prezzi clienti$/],
      ['prezzi fornitori', 'Schermate', /^Prezzi$/],
      ['bolle', 'Schermate', /^Vendite$/],
      ['cambia password', 'Schermate', /^Accesso e dispositivi$/],
      ['ricevi', 'Schermate', /^Ricezione merce$/],
      // A code without its separators, when nothing else is found.
      ['FIBRA5', 'Prodotti', /FIBRA-5/],
      ['ordine brandi', 'Ordini clienti', ordered],
      ['nuovo ordine', 'Azioni', /Nuovo ordine cliente/],
      ['nuovo prodotto', 'Azioni', /Nuovo prodotto/],
      ['nuova fattura', 'Azioni', /Nuova fattura di acquisto/],
    ] as const) {
      await palette(page).fill(text);
      await page.getByRole('group', { name: group }).getByRole('option', { name: option }).first().waitFor();
    }
    await page.getByRole('option', { name: 'Nuova fattura', exact: true, selected: true }).waitFor();
    await palette(page).fill('fattura scaduta');
    await page.getByRole('option', { name: 'Fatture scadute', selected: true }).waitFor();
    await palette(page).fill('nuovo ordine cliente');
    await page.getByRole('option', { name: 'Nuovo ordine cliente', selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/ordiniclienti\/inserimento-ordine\?edit=new$/);
    for (const [from, code, address] of [
      ['/report/valorizzazione', 'FIBRA-5', `/anagrafica/prodotti/${product.id}`],
      ['/anagrafica/clienti', 'FIBRA-5*LT-901', `/report/lotti/${load.batch_id}`],
      ['/', order.order_number, `/ordiniclienti/visualizza-ordini?q=${order.order_number}&order=${order.id}`],
    ] as const) {
      await page.goto(`${api.url}${from}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await scan(page, code);
      await page.waitForURL(
        (url) => decodeURIComponent(`${url.pathname}${url.search}`).replaceAll(' ', '+') === address,
      );
      assert.equal(await palette(page).count(), 0);
    }
    // A scan into the palette opens what it names, too.
    await page.keyboard.press('Control+k');
    await palette(page).focus();
    await scan(page, 'FIBRA-5');
    await page.waitForURL((url) => url.pathname === `/anagrafica/prodotti/${product.id}`);
    for (const [text, done] of [
      ['tema scuro', 'html[data-mantine-color-scheme=dark]'],
      ['vista compatta', 'html[data-density=compact]'],
      ['francais', 'html[lang=fr]'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill(text);
      await page.keyboard.press('Enter');
      await page.locator(done).waitFor();
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('se deconnecter');
    await page.getByRole('option', { name: 'Se déconnecter', selected: true }).waitFor();
  });

  test('documents whose own number is the text come first, with few that only mention it', async () => {
    const { id: product_id } = await createProduct(api.admin, { code: 'NUMERI' });
    const { id: customerId } = await createCustomer(api.admin, { business_name: 'Cartotecnica Numeri' });
    const make = async (customer_order_number: string) => {
      const line = { product_id, quantity: 1, unit_price: 1, delivery_date: '2026-03-20' };
      return createCustomerOrder(api.admin, customerId, [line], { customer_order_number });
    };
    const { order_number } = await make('primo');
    const number = String(Number(order_number.split('/')[1]));
    for (let other = 0; other < 5; other++) await make(`${number}000${other}`);
    const page = await open(api.orders, '/report');
    await heading(page, 'Report');
    await page.keyboard.press('Control+k');
    await palette(page).fill(number);
    const options = page.getByRole('group', { name: 'Ordini clienti' }).getByRole('option');
    await options.filter({ hasText: order_number }).and(page.locator('[aria-selected=true]')).waitFor();
    assert.equal(await options.count(), 4, 'the order itself and three others');
  });

  matrixTest('Escape cancels a palette that still loads', async () => {
    const page = await open(api.admin, '/report');
    const { isAsked, release } = await holdPalette(page);
    await page.goto(`${api.url}/anagrafica/prodotti`);
    await isAsked;
    await page.keyboard.press('Control+k');
    await page.keyboard.type('pal');
    await page.keyboard.press('Escape');
    const loaded = page.waitForResponse(/\/assets\/Palette-[^/]*\.js$/);
    release();
    await loaded;
    // A palette that opens empty proves that the code has loaded, and that the first Ctrl-K left nothing.
    await page.keyboard.press('Control+k');
    await palette(page).waitFor();
    assert.equal(await palette(page).inputValue(), '');
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
  });

  matrixTest('text typed before the palette opens goes into the palette, not into the field below', async () => {
    const page = await open(api.admin, '/report');
    const { isAsked, release } = await holdPalette(page);
    await page.goto(`${api.url}/anagrafica/prodotti/nuovo`);
    const code = page.getByRole('textbox', { name: 'Codice', exact: true });
    await code.waitFor();
    await isAsked;
    await page.keyboard.press('Control+k');
    await page.keyboard.type('paletta');
    await page.keyboard.press('Enter');
    release();
    await palette(page).waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('[role=dialog] [role=combobox]'));
    assert.equal(await palette(page).inputValue(), 'paletta');
    assert.equal(await code.inputValue(), '');
  });

  matrixTest('the palette offers a role only the actions that it may perform', async () => {
    for (const [session, offered] of [
      [api.sales, ['Nuova fattura', 'Nuovo cliente', 'Nuovo inventario', 'Nuovo ordine cliente', 'Nuovo prodotto']],
      [api.warehouse, ['Nuovo inventario', 'Nuovo movimento', 'Nuovo trasferimento']],
      [
        api.administration,
        [
          'Nuova distinta',
          'Nuova fattura di acquisto',
          'Nuovo pagamento',
          'Nuovo prezzo',
          'Nuovo prezzo cliente',
          'Nuovo sollecito',
        ],
      ],
    ] as const) {
      const page = await open(session, '/');
      await heading(page, 'Sistema Gestione Magazzino');
      await page.keyboard.press('Control+k');
      const acts = page.getByRole('group', { name: 'Azioni' }).getByRole('option');
      await acts.first().waitFor();
      const names = (await acts.allInnerTexts()).map((name) => name.trim());
      const wanted: readonly string[] = offered;
      if (session === api.sales)
        assert.deepEqual(
          wanted.filter((name) => !names.includes(name)),
          [],
        );
      else assert.deepEqual(names.toSorted(), wanted);
      await page.close();
    }
  });

  matrixTest(
    "S16: the entries of the bar open menus of their screens by pointer, Enter and arrows; the current place is marked; log-out is an outlined red icon; the sign-in page shows the product's name",
    async () => {
      const page = await open(api.admin, '/');
      await heading(page, 'Sistema Gestione Magazzino');
      const bar = page.getByRole('banner');
      const menu = page.getByRole('menu');
      const item = (name: string) => page.getByRole('menuitem', { name, exact: true });

      for (const [section, names] of Object.entries(MENUS)) {
        const button = menuButton(page, section);
        await button.click();
        assert.deepEqual(await itemNames(page), names);
        await page.keyboard.press('Escape');
        await menu.waitFor({ state: 'detached' });
        await waitForFocus(button);

        await page.keyboard.press('Enter');
        await waitForFocus(item(names[0]!));
        await page.keyboard.press('ArrowDown');
        await waitForFocus(item(names[1]!));
        await page.keyboard.press('End');
        await waitForFocus(item(names.at(-1)!));
        await page.keyboard.press('ArrowDown');
        await waitForFocus(item(names[0]!));
        await page.keyboard.press('Tab');
        await menu.waitFor({ state: 'detached' });
        assert.equal(await isFocused(button), false, 'Tab moves on');

        const link = bar.getByRole('link', { name: section, exact: true });
        await link.focus();
        await page.keyboard.press('ArrowDown');
        await waitForFocus(item(names[0]!));
        await page.keyboard.press('Escape');
        await menu.waitFor({ state: 'detached' });
        await button.focus();
        await page.keyboard.press('ArrowUp');
        await waitForFocus(item(names.at(-1)!));
        await page.keyboard.press('Escape');
        await menu.waitFor({ state: 'detached' });
      }

      await menuButton(page, 'Produzione').press('Space');
      await waitForFocus(item('Programmazione'));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await heading(page, 'Priorità di produzione');
      await waitForFocus(page.getByRole('heading', { level: 1 }));
      await menuButton(page, 'Operazioni').click();
      await item('Vendite').click();
      await page.waitForURL(/\/operazioni\/vendite/);
      await heading(page, 'Vendite');
      await waitForFocus(page.getByRole('heading', { level: 1 }));
      await menuButton(page, 'Ordini clienti').press('Enter');
      await waitForFocus(item('Inserimento ordine'));
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await heading(page, 'Visualizza ordini');
      await waitForFocus(page.getByRole('heading', { level: 1 }));

      for (const [path, section, current, screen] of [
        ['/', 'Home', 'page', null],
        ['/produzione', 'Produzione', 'page', null],
        ['/anagrafica/prodotti/nuovo', 'Anagrafiche', 'true', ['Prodotti', 'true']],
        ['/operazioni/movimenti?q=x', 'Operazioni', 'true', ['Movimenti di magazzino', 'page']],
        ['/report/giacenze', 'Report', 'true', ['Giacenze', 'page']],
        ['/ordiniclienti/visualizza-ordini', 'Ordini clienti', 'true', ['Visualizza ordini', 'page']],
      ] as const) {
        await page.goto(`${api.url}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        const marked = bar.getByRole('navigation').locator('[aria-current]');
        assert.deepEqual(await marked.allInnerTexts(), [section], path);
        assert.equal(await marked.getAttribute('aria-current'), current, path);
        const background = (link: Locator) =>
          link.evaluate((element) => getComputedStyle(element.parentElement!).backgroundColor);
        const other = bar.getByRole('link', { name: section === 'Home' ? 'Report' : 'Home', exact: true });
        assert.notEqual(await background(marked), await background(other), `${path} is marked visibly`);
        if (!screen) continue;
        await menuButton(page, section).click();
        await item(screen[0]).waitFor();
        assert.equal(await page.locator('[role=menuitem][aria-current]').count(), 1, path);
        assert.equal(await item(screen[0]).getAttribute('aria-current'), screen[1], path);
      }
      await assertAccessible(page, 'menu of a section');

      // The screens of the user menu and the guide belong to no section.
      const userMenu = bar.getByRole('button', { name: /^Utente admin/ });
      const guide = bar.getByRole('button', { name: 'Guida di questa schermata', exact: true });
      for (const [path, marked] of [
        ['/users', userMenu],
        ['/users/nuovo', userMenu],
        ['/profilo', userMenu],
        ['/programmi', userMenu],
        ['/guida', guide],
      ] as const) {
        await page.goto(`${api.url}${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        assert.equal(await bar.locator('[aria-current]').count(), 1, path);
        assert.equal(await marked.getAttribute('aria-current'), 'true', path);
      }
      await page.goto(`${api.url}/users`);
      await userMenu.click();
      await item('Gestione utenti').waitFor();
      assert.equal(await item('Gestione utenti').getAttribute('aria-current'), 'page');

      const leave = bar.getByRole('button', { name: 'Esci', exact: true });
      assert.equal(await leave.innerText(), '', 'an icon');
      const look = await leave.evaluate((button) => {
        const { backgroundColor, borderColor, borderStyle } = getComputedStyle(button);
        return { backgroundColor, borderColor, borderStyle };
      });
      assert.equal(look.backgroundColor, 'rgba(0, 0, 0, 0)');
      assert.equal(look.borderStyle, 'solid');
      const [red, green, blue] = look.borderColor.match(/\d+/g)!.map(Number);
      assert.ok(red! > 2 * green! && red! > 2 * blue!, look.borderColor);

      const login = await open(null, '/login');
      await login.getByRole('heading', { name: 'Warehouse Management System' }).waitFor();
      assert.equal(await login.getByRole('main').getByText('Bobina', { exact: true }).isVisible(), true);
    },
  );

  matrixTest('each menu has the screens that its hub offers to the role', async () => {
    for (const role of ['administration', 'warehouse', 'sales'] as const) {
      const page = await open(api[role], '/');
      await heading(page, 'Sistema Gestione Magazzino');
      const links = page.getByRole('banner').getByRole('navigation').getByRole('link');
      const sections = (await links.allInnerTexts()).filter((name) => name !== 'Home');
      assert.ok(sections.length >= 3, role);
      for (const section of sections) {
        await links.filter({ hasText: section }).click();
        await heading(page, section);
        // The links to figures below a card have no icon.
        const cards = page
          .getByRole('main')
          .getByRole('listitem')
          .getByRole('link')
          .filter({ has: page.locator('svg') });
        await cards.first().waitFor();
        const offered = (await cards.allInnerTexts()).map((text) => text.split('\n')[0]);
        await menuButton(page, section).click();
        assert.deepEqual(await itemNames(page), offered, `${role}, ${section}`);
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'detached' });
        if (role === 'warehouse')
          assert.equal(offered.includes('Prezzi'), false, 'a screen that the role may not open');
      }
    }
  });

  matrixTest('a menu whose code cannot be loaded opens its hub instead', async () => {
    const page = await open(api.admin, '/');
    await heading(page, 'Sistema Gestione Magazzino');
    await page.route('**/assets/NavMenuItems*.js', (route) => route.abort());
    await menuButton(page, 'Report').click();
    await heading(page, 'Report');
  });

  matrixTest('on a phone the drawer shows the sections with their screens, the current one expanded', async () => {
    const page = await open(api.admin, '/operazioni/movimenti', { viewport: PHONE });
    await heading(page, 'Movimenti di magazzino');
    await page.getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: 'Home', exact: true }).waitFor();
    const names = async () => (await drawer.getByRole('link').allInnerTexts()).map((name) => name.trim());
    const sections = Object.keys(MENUS);
    assert.deepEqual(await names(), [
      'Home',
      ...sections.flatMap((section) => [section, ...(section === 'Operazioni' ? MENUS[section]! : [])]),
    ]);
    const marked = await drawer.locator('[aria-current]').allInnerTexts();
    assert.deepEqual(
      marked.map((name) => name.trim()),
      ['Operazioni', 'Movimenti di magazzino'],
    );
    for (const section of sections.filter((name) => name !== 'Operazioni')) {
      const button = drawer.getByRole('button', { name: `Schermate: ${section}` });
      assert.equal(await button.getAttribute('aria-expanded'), 'false');
      await button.click();
      assert.equal(await button.getAttribute('aria-expanded'), 'true');
    }
    assert.deepEqual(
      await names(),
      ['Home', ...sections.flatMap((section) => [section, ...MENUS[section]!])],
      'the same screens as in the menus of the bar',
    );
    await assertAccessible(page, 'expanded drawer');
    await drawer.getByRole('link', { name: 'Calcolo materiali' }).click();
    await heading(page, 'Calcolo materiali');
    await drawer.waitFor({ state: 'detached' });
  });

  matrixTest(
    '? opens the guide with the keys, and / focuses the search, but not while the focus is in a text field',
    async () => {
      const page = await open(api.admin, '/anagrafica/prodotti');
      const search = page.getByRole('searchbox');
      await search.waitFor();
      await page.keyboard.press('/');
      assert.equal(await search.evaluate((field) => field === document.activeElement), true);
      await page.keyboard.type('?/', { delay: 60 });
      assert.equal(await search.inputValue(), '?/');
      await search.blur();
      await page.keyboard.press('?');
      const help = page.getByRole('dialog', { name: 'Guida: Prodotti' });
      await help.getByText('Ctrl', { exact: true }).first().waitFor();
      await assertAccessible(page, 'help');
      await page.keyboard.press('Escape');
      await help.waitFor({ state: 'detached' });
    },
  );

  matrixTest('the theme follows the system until the user chooses one, and a reload keeps the choice', async () => {
    const page = await open(api.admin, '/');
    await heading(page, 'Sistema Gestione Magazzino');
    assert.equal(await scheme(page), 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    await page.getByRole('button', { name: 'Passa al tema chiaro' }).click();
    await page.locator('html[data-mantine-color-scheme=light]').waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Passa al tema scuro' }).waitFor();
    assert.equal(await scheme(page), 'light');
    // Colours by light-dark() follow the choice too, not the system.
    const current = page.getByRole('navigation', { name: 'Navigazione principale' }).locator('[aria-current]');
    assert.equal(await current.evaluate((link) => getComputedStyle(link).color), 'rgb(7, 62, 67)');
  });

  matrixTest('users change their own password; a wrong current password is refused beside its field', async () => {
    const { id } = (
      await api.admin.post('/users', { username: 'cambia', name: 'Cambia Password', role: 'sales', password: PASSWORD })
    ).body;
    assert.ok(id);
    const session = await api.signIn('cambia');
    const page = await open(session, '/');
    await page.getByRole('button', { name: /^Cambia Password/ }).click();
    await assertAccessible(page, 'menu');
    await page.getByRole('menuitem', { name: 'Cambia password' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cambia password' });
    const next = 'nuova-Segreta-7';
    await dialog.getByRole('textbox', { name: 'Password attuale' }).fill('sbagliata');
    await dialog.getByRole('textbox', { name: 'Nuova password' }).fill(next);
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.getByText('La password attuale non è corretta').first().waitFor();
    await assertAccessible(page, 'refused password');
    await dialog.getByRole('textbox', { name: 'Password attuale' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await page.getByText('Password cambiata').waitFor();
    await dialog.waitFor({ state: 'detached' });
    await api.signIn('cambia', next);
    await page.reload();
    await page.getByRole('button', { name: /^Cambia Password/ }).waitFor(); // the current session stays valid
  });

  matrixTest(
    "A20: a broken page shows 'Unexpected Application Error!' with ways back, never a blank page",
    async () => {
      const product = await createProduct(api.admin);
      for (const look of [{}, { dark: true, viewport: PHONE }]) {
        const page = await open(api.admin, '/anagrafica', look);
        await page.getByRole('link', { name: product.code }).waitFor();
        // The list alone: the hub may read its five newest products again.
        await page.route(
          (url) => url.pathname === '/api/products' && url.searchParams.get('limit') === '100',
          (route) => route.fulfill({ json: [null], headers: { 'x-total-count': '1' } }),
        );
        await page.getByRole('link', { name: /^Prodotti/ }).click();
        await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
        await assertAccessible(page, 'crash page');
        await page.unrouteAll();
        await page.getByRole('button', { name: 'Ricarica la pagina' }).click();
        await heading(page, 'Prodotti');
        // A chunk of the interface fails to load, as after an update of the server.
        await page.route('**/assets/*MachinesPage*.js', (route) => route.abort());
        await page.goto(`${api.url}/anagrafica/macchinari`);
        await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
        await page.getByRole('link', { name: 'Torna alla home' }).click();
        await heading(page, 'Sistema Gestione Magazzino');
      }
    },
  );

  matrixTest('a screen that only a newer build has is opened in that build, by loading the page once', async () => {
    const page = await open(api.admin, '/anagrafica');
    await page
      .getByRole('link', { name: /^Macchinari/ })
      .first()
      .waitFor();
    const start = () => page.evaluate(() => performance.timeOrigin);
    const before = await start();
    // The file is gone until the page is loaded, as after an update.
    await page.route('**/assets/*MachinesPage*.js', (route) => route.fulfill({ status: 404 }));
    page.on('request', (request) => {
      if (request.isNavigationRequest()) void page.unrouteAll();
    });
    await page
      .getByRole('navigation', { name: 'Menu' })
      .or(page.getByRole('main'))
      .getByRole('link', { name: /^Macchinari/ })
      .first()
      .click();
    await heading(page, 'Macchinari');
    assert.notEqual(await start(), before, 'the page was loaded');
  });

  matrixTest('a part that cannot be loaded leaves the page as it is', async () => {
    const page = await open(api.admin, '/anagrafica/prodotti/nuovo');
    await page.getByRole('textbox', { name: 'Codice', exact: true }).fill('RESTA-1');
    await page.route('**/assets/*PasswordDialog*.js', (route) => route.fulfill({ status: 404 }));
    const message = page.getByText('Qualcosa non ha funzionato. Ricarica la pagina.');
    for (let times = 0; times < 2; times++) {
      await page.getByRole('button', { name: /^Utente admin/ }).click();
      await page.getByRole('menuitem', { name: 'Cambia password' }).click();
      await message.waitFor();
      await message.waitFor({ state: 'detached' });
    }
    assert.equal(await page.getByRole('textbox', { name: 'Codice', exact: true }).inputValue(), 'RESTA-1');
  });

  matrixTest('home and hubs meet WCAG, also with the menu of a phone open', async () => {
    for (const look of [
      {},
      { dark: true, language: 'fr' as const },
      { viewport: TABLET, dark: true },
      { viewport: PHONE, language: 'fr' as const },
    ]) {
      const page = await open(api.admin, '/', look);
      await page.getByRole('main').getByRole('link').first().waitFor();
      await assertAccessible(page, `home, ${JSON.stringify(look)}`);
      assert.equal(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        true,
        'no horizontal overflow',
      );
      if (look.viewport) {
        await page.getByRole('button', { name: 'Menu' }).click();
        await page.getByRole('dialog').getByRole('link').first().waitFor();
        await assertAccessible(page, `menu, ${JSON.stringify(look)}`);
      }
      await page.goto(`${api.url}/anagrafica`);
      await page.getByRole('main').getByRole('listitem').getByRole('link').first().waitFor();
      await assertAccessible(page, `hub, ${JSON.stringify(look)}`);
    }
  });

  matrixTest('a lost connection shows a notice, and pending requests succeed once it is back', async () => {
    await createProduct(api.admin, { code: 'RETE-1' });
    const page = await open(api.admin, '/anagrafica/prodotti?q=RETE');
    await page.getByRole('link', { name: 'RETE-1' }).waitFor();
    await page.route('**/api/**', (route) => route.abort());
    await page.getByRole('searchbox').fill('RETE-');
    await page.getByText('Connessione al server interrotta').waitFor();
    await assertAccessible(page, 'banner');
    const retry = page.getByRole('button', { name: 'Riprova ora' });
    await retry.waitFor();
    await page.unrouteAll();
    // The page also retries automatically, possibly before the click.
    await retry.click({ timeout: 2000 }).catch(() => {});
    await page.getByText('Connessione al server interrotta').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'RETE-1' }).waitFor();
  });

  matrixTest('a long user name gives way to the search field', async () => {
    const long = 'Massimiliano Buonaccorsi Della Gherardesca';
    const { body: user } = await api.sales.get('/auth/me');
    assert.equal((await api.admin.put(`/users/${user.id}`, { ...user, name: long })).status, 200);
    const widthOf = async (page: Page) =>
      (await page.locator('button[aria-keyshortcuts="Control+K"]').boundingBox())!.width;
    for (const width of [1440, 1280, 1250, 1000]) {
      const viewport = { width, height: 800 };
      const wide = await widthOf(await open(api.admin, '/', { viewport }));
      const page = await open(api.sales, '/', { viewport });
      await page.getByRole('button', { name: long }).waitFor();
      assert.equal(await widthOf(page), wide, `${width} px`);
    }
  });

  matrixTest('all buttons of the bar fit on the screen, in every language', async () => {
    for (const language of ['it', 'fr', 'en'] as const) {
      const page = await open(api.admin, '/', { language });
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const width of [1601, 1440, 1376, 1280, 1249, 1248, 1024, 897, TABLET.width, 641, 640, PHONE.width]) {
        await page.setViewportSize({ width, height: 800 });
        const right = await page
          .getByRole('banner')
          .evaluate((bar) =>
            Math.max(...[...bar.querySelectorAll('button')].map((one) => one.getBoundingClientRect().right)),
          );
        assert.ok(right <= width, `${language}, ${width} px: the last button ends at ${right}`);
      }
      await page.close();
    }
  });
});
