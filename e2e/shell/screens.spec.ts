/** The list of screens, their access rules, and their texts. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import type { Locator, Page } from 'playwright-core';
import { ROLES, type Role } from '@bobina/contract/core/permissions.ts';
import { createProduct, createWarehouse } from '../../server/src/testing/factories.ts';
import { textsOf } from '../support/by-hand.ts';
import { textsIn } from '../support/catalogues.ts';
import { createRowOfEach } from '../support/row-of-each.ts';
import { openPlace } from '../support/every-screen.ts';
import { isBeforeSignIn, screenPaths } from '../support/screen-paths.ts';
import { startStage } from '../support/stage.ts';

const { api, open } = startStage();
function at(path: string) {
  return (url: URL) => url.pathname === path;
}
function heading(page: Page, name: string) {
  return page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
}

/** Returns the first line of each card. */
async function namesOf(cards: Locator) {
  return (await cards.allInnerTexts()).map((text) => text.split('\n')[0]);
}

/** The family of the example product is data, and equal to an Italian word of the interface. */
const FAMILY = 'Carta';

/** The expected routes with their Italian titles; `{id}` is an existing row. */
const TABLE = {
  '/': 'Sistema Gestione Magazzino',
  '/anagrafica': 'Anagrafiche',
  '/operazioni': 'Operazioni',
  '/report': 'Report',
  '/users': 'Gestione utenti',
  '/produzione': 'Produzione',
  '/ordiniclienti': 'Ordini clienti',
};
const REGISTRY = {
  '/anagrafica': 'Anagrafiche',
  '/anagrafica/prodotti': 'Prodotti',
  '/anagrafica/prodotti/nuovo': 'Nuovo prodotto',
  '/anagrafica/magazzini': 'Magazzini',
  '/anagrafica/magazzini/nuovo': 'Nuovo magazzino',
  '/anagrafica/azienda': 'Azienda',
  '/anagrafica/fornitori': 'Fornitori',
  '/anagrafica/clienti': 'Clienti',
  '/anagrafica/clienti/lista': 'Elenco clienti',
  '/anagrafica/macchinari': 'Macchinari',
  '/anagrafica/condizioni-pagamento': 'Condizioni di pagamento',
};
const PRODUCTION = {
  '/produzione': 'Produzione',
  '/produzione/programmazione': 'Programmazione',
  '/produzione/priorita': 'Priorità di produzione',
  '/produzione/stato': 'Stato produzione',
  '/produzione/calcolo-materiali': 'Calcolo materiali',
  '/produzione/lavorazioni': 'Lavorazioni',
};

let rows: Record<string, string | number> | undefined;
async function rowOfEach(): Promise<Record<string, string | number>> {
  return (rows ??= await createRowOfEach(api));
}
/** Returns every screen except sign-in, with an existing row where a screen shows one. */
async function everyPlace(): Promise<string[]> {
  const made = await rowOfEach();
  const paths = screenPaths();
  assert.ok(paths.length > 30, 'the list of screens was read');
  return paths
    .filter((path) => !isBeforeSignIn(path))
    .map((path) => {
      assert.ok(!path.includes('$') || path in made, `${path} needs a row`);
      return path.replace(/\$\w+/, String(made[path]));
    });
}

describe('the screens', () => {
  matrixTest('A04: every route of the table has the top bar, except /login; any other path leads home', async () => {
    const page = await open(null, '/login');
    await page.getByRole('heading', { name: 'Warehouse Management System' }).waitFor();
    assert.equal(await page.getByRole('banner').count(), 0);
    const inside = await open(api.admin, '/');
    for (const [path, title] of Object.entries(TABLE)) {
      await inside.goto(`${api.url}${path}`);
      await heading(inside, title);
      assert.equal(new URL(inside.url()).pathname, path);
      await inside.getByRole('banner').getByRole('button', { name: 'Esci' }).waitFor();
    }
    for (const path of ['/listini', '/anagrafica/nulla', '/users/1/2/3', '/%F0%9F%93%A6']) {
      await inside.goto(`${api.url}/report`);
      await heading(inside, 'Report');
      await inside.goto(`${api.url}${path}`);
      await inside.waitForURL(at('/'));
      await heading(inside, TABLE['/']);
      await inside.getByText('La pagina richiesta non esiste').waitFor();
      await inside.goBack();
      await heading(inside, 'Report');
    }
  });

  matrixTest('A05: every registry screen exists', async () => {
    const product = await createProduct(api.admin, { code: 'ROTTA-1', description: 'ZZ', category: 'ZZ' });
    const warehouse = await createWarehouse(api.admin, { name: 'Deposito rotte' });
    const page = await open(api.admin, '/');
    const screens = {
      ...REGISTRY,
      [`/anagrafica/prodotti/${product.id}`]: 'ROTTA-1',
      [`/anagrafica/magazzini/${warehouse.id}`]: 'Deposito rotte',
    };
    for (const [path, title] of Object.entries(screens)) {
      await openPlace(page, path);
      await heading(page, title);
    }
  });

  matrixTest('A06: every operations screen exists', async () => {
    const { '/operazioni/ordini-fornitori/$id': order, ...row } = await rowOfEach();
    const page = await open(api.admin, '/');
    for (const path of [
      '',
      '/ordini-fornitori',
      '/ordini-fornitori/nuovo',
      `/ordini-fornitori/${order}`,
      '/ricezione-merce',
      `/ricezione-merce/${order}`,
      `/ricezione-merce/storico/${row['/operazioni/ricezione-merce/storico/$itemId']}`,
      '/prezzi',
      '/prezzi/nuovo',
      `/prezzi/${row['/operazioni/prezzi/$id']}`,
      '/trasferimenti',
      '/vendite',
      '/movimenti',
      '/movimenti/nuovo',
      `/movimenti/${row['/operazioni/movimenti/$id']}`,
      '/carico-produzione',
    ]) {
      await openPlace(page, `/operazioni${path}`);
      assert.notEqual(await page.getByRole('heading', { level: 1 }).innerText(), TABLE['/'], `${path} leads home`);
    }
  });

  matrixTest('A09: every production screen exists', async () => {
    const page = await open(api.warehouse, '/');
    for (const [path, title] of Object.entries(PRODUCTION)) {
      await openPlace(page, path);
      await heading(page, title);
    }
  });

  matrixTest('K01: the production hub has its four cards, and that of runs; other roles get a message', async () => {
    const shown = {
      it: ['Programmazione', 'Priorità', 'Stato produzione', 'Calcolo materiali', 'Lavorazioni'],
      fr: ['Planification', 'Priorités', 'État de la production', 'Calcul des matières', 'Fabrications'],
    };
    for (const [role, language] of [
      ['admin', 'it'],
      ['direction', 'it'],
      ['warehouse', 'it'],
      ['administration', 'fr'],
    ] as const) {
      const page = await open(api[role], '/produzione', { language });
      const cards = page.getByRole('main').getByRole('list').first().getByRole('link');
      await cards.first().waitFor();
      assert.deepEqual(await namesOf(cards), shown[language], role);
      assert.deepEqual(
        await cards.evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname)),
        ['programmazione', 'priorita', 'stato', 'calcolo-materiali', 'lavorazioni'].map(
          (path) => `/produzione/${path}`,
        ),
      );
    }
    for (const role of ['orders', 'sales'] as const) {
      const refused = await open(api[role], '/produzione');
      await refused.getByText('Accesso non autorizzato', { exact: true }).waitFor();
      await refused.getByText('Non hai i permessi per accedere a questa sezione.', { exact: true }).waitFor();
      assert.equal(await refused.getByRole('main').getByRole('list').getByRole('link').count(), 0);
    }
  });

  matrixTest('A10: every customer-order screen exists', async () => {
    const page = await open(api.warehouse, '/');
    for (const [path, title] of Object.entries({
      '/ordiniclienti': 'Ordini clienti',
      '/ordiniclienti/inserimento-ordine': 'Inserimento ordine',
      '/ordiniclienti/visualizza-ordini': 'Visualizza ordini',
    })) {
      await openPlace(page, path);
      await heading(page, title);
    }
  });

  matrixTest('A08: every user screen exists', async () => {
    const page = await open(api.admin, '/');
    for (const [path, title] of Object.entries({
      '/users': 'Gestione utenti',
      '/profilo': 'Accesso e dispositivi',
      '/users/nuovo': 'Nuovo utente',
      '/users/eventi': 'Eventi di sicurezza',
      [`/users/${api.sales.userId}`]: 'Utente sales',
    })) {
      await openPlace(page, path);
      await heading(page, title);
    }
  });

  matrixTest(
    'A11: the guard shows a loading state, sends users without the permission home by replacing the entry, and visitors without a token to /login',
    async () => {
      // While the user is loading, the page has only the token.
      const page = await open(api.warehouse, '/report');
      await heading(page, 'Report');
      await page.evaluate(() => localStorage.removeItem('user'));
      let answer = () => {};
      const asked = new Promise<void>((resolve) => {
        void page.route('**/api/auth/me', async (route) => {
          await new Promise<void>((go) => ((answer = go), resolve()));
          await route.continue();
        });
      });
      const going = page.goto(`${api.url}/users`);
      await asked;
      await page.getByRole('status', { name: 'Caricamento…' }).first().waitFor();
      assert.equal(
        await page.getByRole('heading', { level: 1 }).count(),
        0,
        'nothing is shown before it is known who asks',
      );
      answer();
      await going;
      // Without the permission, the app opens the home; Back leads to the screen before the refused one.
      await page.waitForURL(at('/'));
      await heading(page, TABLE['/']);
      await page.goBack();
      await heading(page, 'Report');
      await page.unrouteAll();
      for (const path of ['/anagrafica', '/anagrafica/prodotti', '/anagrafica/prodotti/nuovo', '/users/nuovo']) {
        await page.goto(`${api.url}${path}`);
        await page.waitForURL(at('/'));
        await heading(page, TABLE['/']);
      }
      // When the server does not return the user, the app opens the home, which ends the session.
      await page.goto(`${api.url}/report`);
      await heading(page, 'Report');
      await page.evaluate(() => localStorage.removeItem('user'));
      await page.route('**/api/auth/me', (route) => route.fulfill({ status: 500, json: {} }));
      await page.goto(`${api.url}/users`);
      await page.waitForURL(at('/login'));
      // Without a token.
      const nobody = await open(null, '/users');
      await nobody.waitForURL(at('/login'));
      for (const path of ['/', '/anagrafica/prodotti', '/ordiniclienti']) {
        await nobody.goto(`${api.url}${path}`);
        await nobody.waitForURL(at('/login'));
        await nobody.getByRole('button', { name: 'Accedi' }).waitFor();
      }
    },
  );

  const CARDS: Record<string, readonly Role[]> = {
    Anagrafiche: ['admin', 'direction', 'orders', 'sales'],
    Operazioni: ['admin', 'direction', 'administration', 'orders', 'sales', 'warehouse'],
    Report: ['admin', 'direction', 'warehouse', 'administration', 'orders', 'sales'],
    'Gestione utenti': ['admin', 'direction'],
    'Ordini clienti': ['admin', 'direction', 'orders', 'sales'],
    Produzione: ['admin', 'direction', 'warehouse', 'administration'],
  };
  const LINKS = ['Anagrafiche', 'Operazioni', 'Report', 'Ordini clienti', 'Produzione'];
  const ROLE_NAMES: Record<Role, string> = {
    admin: 'amministratore',
    direction: 'direzione',
    administration: 'amministrazione',
    orders: 'ordini',
    warehouse: 'magazzino',
    sales: 'vendite',
  };
  const of = (role: Role) => Object.keys(CARDS).filter((card) => CARDS[card]!.includes(role));

  matrixTest('A14: the home shows the cards of the role, and none for price lists', async () => {
    for (const role of ROLES) {
      const page = await open(api[role], '/');
      await heading(page, TABLE['/']);
      const lists = page.getByRole('main').getByRole('list');
      const cards = lists
        .filter({ has: page.getByRole('link', { name: new RegExp(`^${of(role)[0]}`) }) })
        .getByRole('link');
      await cards.first().waitFor();
      assert.deepEqual(await namesOf(cards), of(role), role);
      assert.equal(await page.getByRole('main').getByText('Listini').count(), 0);
      const targets = await cards.evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
      );
      for (const [index, path] of targets.entries()) {
        await openPlace(page, path);
        await heading(page, of(role)[index]!);
      }
    }
  });

  matrixTest(
    'A13: the bar has the links of the role, the languages, the name with the role, and a red button that signs out',
    async () => {
      for (const role of ROLES) {
        const page = await open(await api.signIn(role), '/');
        const bar = page.getByRole('banner');
        await bar.getByRole('button', { name: `Utente ${role} (${ROLE_NAMES[role]})` }).waitFor();
        assert.match(
          await bar.innerText(),
          new RegExp(`Utente ${role} \\(${ROLE_NAMES[role]}\\)`),
          'written, not only named',
        );
        assert.deepEqual(
          await bar.getByRole('navigation').getByRole('link').allInnerTexts(),
          ['Home', ...of(role).filter((card) => LINKS.includes(card))],
          role,
        );
        await bar.getByLabel('Lingua').first().waitFor();
        if (role !== 'sales') continue;
        for (const [name, path] of [
          ['Anagrafiche', '/anagrafica'],
          ['Operazioni', '/operazioni'],
          ['Report', '/report'],
          ['Ordini clienti', '/ordiniclienti'],
          ['Home', '/'],
        ] as const) {
          await bar.getByRole('link', { name, exact: true }).click();
          await page.waitForURL(at(path));
          assert.equal(await bar.getByRole('link', { name, exact: true }).getAttribute('aria-current'), 'page');
        }
        const leave = bar.getByRole('button', { name: 'Esci' });
        const style = await leave.evaluate((button) => {
          const { backgroundColor, borderColor, color } = getComputedStyle(button);
          return { backgroundColor, borderColor, color };
        });
        assert.equal(style.backgroundColor, 'rgba(0, 0, 0, 0)', 'outlined');
        for (const drawn of [style.borderColor, style.color]) {
          const [red, green, blue] = drawn.match(/\d+/g)!.map(Number);
          assert.ok(red! > 2 * green! && red! > 2 * blue!, 'red');
        }
        await leave.click();
        await page.waitForURL(at('/login'));
        assert.deepEqual(await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')]), [
          null,
          null,
        ]);
        await page.goBack();
        await page.waitForURL(at('/login'));
      }
    },
  );

  matrixTest('B01: the registry hub has seven cards for every role', async () => {
    const seven = ['Prodotti', 'Magazzini', 'Azienda', 'Fornitori', 'Clienti', 'Macchinari', 'Condizioni di pagamento'];
    for (const role of ['admin', 'direction', 'orders', 'sales'] as const) {
      const page = await open(api[role], '/anagrafica');
      const cards = page
        .getByRole('main')
        .getByRole('listitem')
        .getByRole('link')
        .filter({ has: page.locator('svg') });
      await cards.first().waitFor();
      assert.deepEqual((await namesOf(cards)).slice(0, 7), seven, role);
      if (role !== 'admin') continue;
      for (const name of seven) {
        await cards.nth(seven.indexOf(name)).click();
        await heading(page, name);
        await page.getByRole('main').getByRole('link', { name: 'Anagrafiche' }).click();
        await heading(page, 'Anagrafiche');
      }
    }
  });

  /** Returns the texts that two languages share, such as a missing translation. */
  const shared = (some: string[], others: string[]) => {
    const known = new Set(others);
    return [...new Set(some)]
      .filter((text) => /\S \S/.test(text) && !text.includes('{{') && known.has(text))
      .toSorted();
  };
  /** Returns the texts of a screen, with names, hints and title. */
  const allTextOf = (page: Page) =>
    page.evaluate(() => {
      const shownText = new Set([document.title.split(' · ')[0]!]);
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) shownText.add(walker.currentNode.nodeValue!.trim());
      for (const element of document.querySelectorAll('*'))
        for (const name of ['aria-label', 'placeholder', 'title'])
          shownText.add(element.getAttribute(name)?.trim() ?? '');
      return [...shownText];
    });

  matrixTest(
    'A02: the interface is in Italian, or completely in French; the selector of the bar offers both, and the choice survives a reload',
    async () => {
      const page = await open(api.admin, '/');
      await page.evaluate(() => localStorage.removeItem('language'));
      await page.reload();
      await heading(page, TABLE['/']);
      assert.equal(await page.locator('html').getAttribute('lang'), 'it');
      const selector = page.getByRole('banner').getByRole('combobox', { name: 'Lingua' });
      assert.equal(await selector.inputValue(), 'Italiano');
      await selector.click();
      assert.deepEqual((await textsOf(page.getByRole('option'))).slice(0, 2), ['Italiano', 'Français']);
      await page.getByRole('option', { name: 'Français' }).click();
      await page.getByRole('banner').getByRole('link', { name: 'Accueil' }).waitFor();
      await page.reload();
      await page.getByRole('banner').getByRole('link', { name: 'Accueil' }).waitFor();
      assert.equal(await page.locator('html').getAttribute('lang'), 'fr');

      const french = new Set(textsIn('fr'));
      assert.deepEqual(shared(textsIn('it'), textsIn('fr')), [
        'Factur-X (PDF)',
        'Factur-X (XML)',
        'Warehouse Management System',
      ]);
      const italian = new Set(
        textsIn('it').filter(
          (text) =>
            text.length > 3 && !french.has(text) && !text.includes('{{') && text !== 'Italiano' && text !== FAMILY,
        ),
      );
      for (const path of ['/ordiniclienti/inserimento-ordine?import=true', ...(await everyPlace())]) {
        await openPlace(page, path);
        const shownText = await allTextOf(page);
        assert.deepEqual(
          shownText.filter((text) => italian.has(text)),
          [],
          `Italian on ${path}`,
        );
        assert.ok(shownText.filter((text) => french.has(text)).length > 8, `${path} speaks`);
      }
      await page.getByRole('banner').getByRole('combobox', { name: 'Langue' }).click();
      await page.getByRole('option', { name: 'Italiano' }).click();
      await page.getByRole('banner').getByRole('link', { name: 'Anagrafiche' }).waitFor();
    },
  );

  matrixTest('A03: English texts exist for every screen, including sales and scheduling', async () => {
    const english = new Set(textsIn('en'));
    assert.deepEqual(shared(textsIn('it'), textsIn('en')), [
      'Factur-X (PDF)',
      'Factur-X (XML)',
      'Packing list',
      'Warehouse Management System',
    ]);
    const foreign = new Set(
      [...textsIn('it'), ...textsIn('fr')].filter(
        (text) =>
          text.length > 3 &&
          !english.has(text) &&
          !text.includes('{{') &&
          !/^(Italiano|Français)$/.test(text) &&
          text !== FAMILY,
      ),
    );
    const page = await open(await api.signIn('admin'), '/', { language: 'en' });
    await page.getByRole('banner').getByRole('link', { name: 'Registry' }).waitFor();
    for (const place of await everyPlace()) {
      await openPlace(page, place);
      assert.equal(await page.locator('html').getAttribute('lang'), 'en');
      const shownText = await allTextOf(page);
      assert.deepEqual(
        shownText.filter((text) => foreign.has(text)),
        [],
        `not English on ${place}`,
      );
      assert.ok(shownText.filter((text) => english.has(text)).length > 8, `${place} speaks`);
    }
    await page.getByRole('banner').getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(at('/login'));
    assert.deepEqual(
      (await allTextOf(page)).filter((text) => foreign.has(text)),
      [],
      'not English on /login',
    );
  });

  matrixTest('A07: every report screen exists', async () => {
    const page = await open(api.admin, '/');
    for (const [path, title] of Object.entries({
      '/report': 'Report',
      '/report/giacenze': 'Giacenze',
      '/report/inventario': 'Inventario',
      '/report/valorizzazione': 'Valorizzazione',
    })) {
      await openPlace(page, path);
      await heading(page, title);
    }
  });

  matrixTest('A18: every data call of the pages carries the bearer token, and no other request does', async () => {
    const page = await open(api.admin, '/');
    const sent: [string, string | undefined][] = [];
    page.on('request', (request) => sent.push([request.url(), request.headers()['authorization']]));
    for (const path of ['/anagrafica/prodotti', '/operazioni/prezzi', '/report/valorizzazione', '/users']) {
      await page.goto(`${api.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
    }
    const calls = sent.filter(([url]) => new URL(url).pathname.startsWith('/api/'));
    assert.ok(calls.length > 5);
    assert.deepEqual(
      calls.filter(([, header]) => header !== `Bearer ${api.admin.token}`),
      [],
    );
    assert.deepEqual(
      sent.filter(([url, header]) => !new URL(url).pathname.startsWith('/api/') && header !== undefined),
      [],
    );
    assert.ok(!sent.some(([url]) => url.includes(api.admin.token)), 'no token in an address');
    // Without a token, or with an invalid one, every call is refused.
    for (const path of new Set(calls.map(([url]) => new URL(url).pathname.slice('/api'.length))))
      for (const token of [null, 'x'.repeat(43)]) assert.equal((await api.as(token).get(path)).status, 401, path);
  });
});
