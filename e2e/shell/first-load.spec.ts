/**
 * The download size of a screen for a browser with an empty cache. Browsers use brotli only over https, so gzip sizes
 * count.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from 'playwright-core';
import { startStage } from '../support/stage.ts';

const { api, open } = startStage();
const MOST = 279_000;

/** Returns a context with the same session and an empty cache, without pending requests. */
async function coldContext(page: Page) {
  return page
    .context()
    .browser()!
    .newContext({ storageState: await page.context().storageState() });
}

describe('the first load', () => {
  const cases = [
    { path: '/login', isSignedIn: false, ready: 'Nome utente' },
    { path: '/anagrafica/prodotti', isSignedIn: true, ready: 'Cerca in tutti i campi' },
    { path: '/anagrafica/prodotti/nuovo', isSignedIn: true, ready: 'Codice' },
    { path: '/operazioni/ordini-fornitori/nuovo', isSignedIn: true, ready: 'Data ordine' },
  ];
  for (const { path, isSignedIn, ready } of cases)
    test(`${path} needs at most 279 kB of compressed JavaScript, including everything that it loads automatically`, async (t) => {
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
        // The palette loads last, a moment after the screen.
        if (isSignedIn)
          await visit.waitForFunction(() =>
            performance
              .getEntriesByType('resource')
              .some(({ name }) => name.includes('/Palette-') && name.endsWith('.js')),
          );
        await visit.waitForLoadState('load');
        const bodies = await Promise.all(scripts.map((response) => response.body()));
        const sizes = bodies.map((body) => gzipSync(body, { level: 9 }).length);
        const sum = sizes.reduce((all, size) => all + size, 0);
        assert.ok(sizes.length > 3 && sum > 100_000, 'the files were counted');
        assert.ok(sum <= MOST, `${path}: ${sum} bytes in ${sizes.length} files`);
        t.diagnostic(`${path}: ${(sum / 1000).toFixed(1)} kB in ${sizes.length} files`);
      } finally {
        await fresh.close();
      }
    });

  /** The chunks that a screen needs, and its texts; dialogs and the palette load after the screen. */
  const MAIN = /\/(\w+Page|Shell|vendor|ui|list|form|it|fr|en)-[\w-]+\.(js|css)$/;
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
