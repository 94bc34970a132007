/**
 * The download size of a screen for a browser with an empty cache. Browsers ask for brotli over https and on localhost,
 * and by plain http for gzip.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '@bobina/contract/core/languages.ts';
import type { Page, Response } from 'playwright-core';
import { attackedCompany } from '../../server/src/testing/attacked-company.ts';
import { dailyOrMatrix, matrixTest } from '../../server/src/testing/matrix.ts';
import { screenPaths } from '../support/screen-paths.ts';
import { startStage } from '../support/stage.ts';

const { api, open } = startStage();
/** For a screen, including everything that it loads automatically. */
const MOST = 282_000;
/** For a list, before its first paint, by the encoding that the browser asks for. */
const MOST_OF_LIST = { br: 200_000, gzip: 229_000 };

/** The server compresses no smaller files. */
const SMALL = 256;

const DIST = new URL('../../web/dist/', import.meta.url);
interface ScreenFiles {
  files: string[];
  texts: Record<string, string[]>;
  isList: boolean;
}

/** The files of each screen, which the build has listed for the server. */
function screenFiles(): Record<string, ScreenFiles> {
  return JSON.parse(readFileSync(new URL('.screens.json', DIST), 'utf8')) as Record<string, ScreenFiles>;
}

/** The scripts that the page and the server name for each list before the first script runs. */
function scriptsOfLists(language = 'it'): Map<string, string[]> {
  const page = readFileSync(new URL('index.html', DIST), 'utf8');
  const first = [...page.matchAll(/"\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!);
  return new Map(
    Object.entries(screenFiles())
      .filter(([, { isList }]) => isList)
      .map(([path, { files, texts }]) => [
        path,
        [...first, ...files, ...texts[language]!].filter((file) => file.endsWith('.js')),
      ]),
  );
}

/** The bytes of a file as the server sends it. Small files are sent without encoding. */
function downloadSize(address: string, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': encoding } }, (answer) => {
      let size = 0;
      answer.on('data', (part: Buffer) => (size += part.length));
      answer.on('end', () => {
        const sent = answer.headers['content-encoding'];
        if (answer.statusCode !== 200 || (sent !== encoding && (sent !== undefined || size >= SMALL)))
          return reject(new Error(`${address}: ${answer.statusCode}, ${sent}, ${size} bytes`));
        resolve(size);
      });
    }).on('error', reject);
  });
}

/** Returns a context with the same session and an empty cache, without pending requests. */
async function coldContext(page: Page) {
  return page
    .context()
    .browser()!
    .newContext({ storageState: await page.context().storageState() });
}

describe('the first load', () => {
  const cases = [
    { path: '/login', isSignedIn: false, ready: 'Nome utente', most: 240_000 },
    { path: '/anagrafica/prodotti', isSignedIn: true, ready: 'Cerca in tutti i campi', most: MOST },
    { path: '/anagrafica/prodotti/nuovo', isSignedIn: true, ready: 'Codice', most: MOST },
    { path: '/operazioni/ordini-fornitori/nuovo', isSignedIn: true, ready: 'Data ordine', most: MOST },
  ];
  for (const { path, isSignedIn, ready, most } of cases) {
    const title = `${path} needs at most ${most / 1000} kB of compressed JavaScript, including everything that it loads automatically`;
    dailyOrMatrix(title, path === '/anagrafica/prodotti', async (t) => {
      const fresh = await coldContext(await open(isSignedIn ? api.admin : null, '/login'));
      try {
        const visit = await fresh.newPage();
        // Bodies are read below, where they are awaited: the page may still load scripts when the test closes it.
        const scripts: Response[] = [];
        visit.on('response', (response) => {
          if (/\.js(\?|$)/.test(response.url())) scripts.push(response);
        });
        await visit.goto(`${api.url}${path}`);
        await visit.getByLabel(ready).first().waitFor();
        // The code of menus and the palette load a moment after the screen, and that of the service worker at last.
        if (isSignedIn)
          await visit.waitForFunction(() => {
            const names = performance.getEntriesByType('resource').map(({ name }) => name);
            return ['overlay', 'Tip', 'Palette', 'scan.module', 'register-worker'].every((chunk) =>
              names.some((name) => name.includes(`/${chunk}-`) && name.endsWith('.js')),
            );
          });
        await visit.waitForLoadState('load');
        const bodies = await Promise.all(scripts.map((response) => response.body()));
        const sizes = bodies.map((body) => gzipSync(body, { level: 9 }).length);
        const sum = sizes.reduce((all, size) => all + size, 0);
        assert.ok(sizes.length > 3 && sum > 100_000, 'the files were counted');
        assert.ok(sum <= most, `${path}: ${sum} bytes in ${sizes.length} files`);
        t.diagnostic(`${path}: ${(sum / 1000).toFixed(1)} kB in ${sizes.length} files`);
      } finally {
        await fresh.close();
      }
    });
  }

  test('W24: every list downloads at most 200 kB of compressed JavaScript before its first paint, in every language', async (t) => {
    const downloads = new Map<string, Promise<number>>();
    const sizeOf = (file: string, encoding: string) => {
      const key = `${encoding} ${file}`;
      if (!downloads.has(key)) downloads.set(key, downloadSize(`${api.url}/${file}`, encoding));
      return downloads.get(key)!;
    };
    const excess: Record<string, number> = {};
    for (const [encoding, most] of Object.entries(MOST_OF_LIST))
      for (const language of LANGUAGES) {
        const lists = scriptsOfLists(language);
        assert.ok(lists.size > 30, 'the lists were found');
        for (const [path, files] of lists) {
          const sizes = await Promise.all(files.map((file) => sizeOf(file, encoding)));
          const sum = sizes.reduce((all, size) => all + size, 0);
          if (language === 'it')
            t.diagnostic(`${path}: ${(sum / 1000).toFixed(1)} kB ${encoding}, ${files.length} files`);
          assert.ok(files.length > 3 && sum > 100_000, 'the files were counted');
          if (sum > most) excess[`${path} ${language} ${encoding}`] = sum;
        }
      }
    assert.deepEqual(excess, {});
  });

  /** Asserts that a list shows its rows while all scripts that were not counted above are blocked. */
  async function assertDrawn(page: Page, path: string) {
    const fresh = await coldContext(page);
    try {
      const visit = await fresh.newPage();
      const counted = scriptsOfLists().get(path)!;
      await visit.route('**/*.js', async (route) => {
        if (counted.includes(new URL(route.request().url()).pathname.slice(1))) await route.continue();
      });
      // Without the load event, which waits for scripts that are held back.
      await visit.goto(`${api.url}${path}`, { waitUntil: 'commit' });
      const cell = visit.locator('[role=row][aria-rowindex="2"] [role=gridcell]').first();
      await cell.waitFor().catch((cause: unknown) => assert.fail(`${path} shows no rows: ${String(cause)}`));
    } finally {
      await fresh.close();
    }
  }

  matrixTest('W24: every list shows its rows with the scripts that were counted', async () => {
    const company = await attackedCompany(api, 'link', new Map());
    const page = await open(company.session, '/login');
    for (const path of scriptsOfLists().keys()) await assertDrawn(page, path);
  });

  matrixTest('a browser that saves data loads no part of a screen before it is used', async () => {
    const session = await open(api.admin, '/login');
    const PART = /\/assets\/InvoiceList-[\w-]+\.js$/;
    const visit = async (savesData: boolean) => {
      const fresh = await coldContext(session);
      const page = await fresh.newPage();
      if (savesData)
        await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
      let isLoaded = false;
      const loaded = page.waitForRequest((request) => PART.test(request.url())).then(() => (isLoaded = true));
      loaded.catch(() => {}); // the page that saves data is closed before
      await page.goto(`${api.url}/operazioni/vendite`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return { fresh, loaded, isLoaded: () => isLoaded };
    };
    // The page that saves data was opened first, so that it would have loaded the part by then.
    const saving = await visit(true);
    const usual = await visit(false);
    try {
      await usual.loaded;
      assert.equal(saving.isLoaded(), false);
    } finally {
      await Promise.all([saving.fresh.close(), usual.fresh.close()]);
    }
  });

  test('the build lists the files of every screen', () => {
    assert.deepEqual(Object.keys(screenFiles()).toSorted(), screenPaths().toSorted());
  });

  /** The chunks that a screen needs, and its texts; dialogs and the palette load after the screen. */
  const MAIN = /\/(\w+Page|Shell|vendor|first|ui|list|it|fr|en)-[\w-]+\.(js|css)$/;
  for (const path of ['/operazioni/movimenti', '/produzione/programmazione', '/anagrafica/prodotti/nuovo'])
    test(`${path} preloads its code and styles before the first script runs, and nothing else`, async () => {
      const fresh = await coldContext(await open(api.admin, '/login'));
      try {
        const visit = await fresh.newPage();
        const fetched = new Set<string>();
        visit.on('response', (response) => {
          const address = new URL(response.url()).pathname;
          if (address.startsWith('/assets/') && response.ok()) fetched.add(address);
        });
        const answer = await visit.goto(`${api.url}${path}`);
        await visit.getByRole('heading', { level: 1 }).waitFor();
        const header = (await answer!.allHeaders())['link'] ?? '';
        const named = [...header.matchAll(/<([^>]+)>/g)].map(([, file]) => file!);
        const inPage = [...(await answer!.text()).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file!);
        assert.ok(named.length > 3, `the header names files: ${header}`);
        // Preloaded chunks may arrive after the heading.
        await visit.waitForFunction((files) => {
          const come = performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname);
          return files.every((file) => come.includes(file));
        }, named);
        const all = new Set([...named, ...inPage]);
        const unused = [...all].filter((file) => !fetched.has(file));
        assert.deepEqual(unused, [], 'named, and not fetched');
        const unnamed = [...fetched].filter((file) => MAIN.test(file) && !all.has(file));
        assert.deepEqual(unnamed, [], 'fetched, and not named');
      } finally {
        await fresh.close();
      }
    });
});
