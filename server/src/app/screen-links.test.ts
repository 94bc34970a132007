import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { readScreenLinks } from './screen-links.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bobina-links-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const TEXTS = { it: ['assets/it.js'], fr: ['assets/fr.js'], en: ['assets/en.js'] };
const IT = ', </assets/it.js>; rel=modulepreload';

const table = path.join(folder, '.screens.json');
writeFileSync(
  table,
  JSON.stringify({
    '/': { files: ['assets/home.js'], texts: TEXTS },
    '/anagrafica/prodotti/$id': { files: ['assets/edit.js', 'assets/form.css'], texts: TEXTS },
    '/anagrafica/prodotti/nuovo': { files: ['assets/new.js'], texts: TEXTS },
    '/ricezione/storico/$itemId': { files: ['assets/history.js'], texts: TEXTS },
  }),
);

describe('preload links of an address', () => {
  const linksOf = readScreenLinks(table);
  const cases: [address: string, link: string | undefined][] = [
    ['/', `</assets/home.js>; rel=modulepreload${IT}`],
    ['/anagrafica/prodotti/nuovo', `</assets/new.js>; rel=modulepreload${IT}`],
    [
      '/anagrafica/prodotti/12',
      `</assets/edit.js>; rel=modulepreload, </assets/form.css>; rel=preload; as=style; crossorigin${IT}`,
    ],
    ['/ricezione/storico/7', `</assets/history.js>; rel=modulepreload${IT}`],
    ['/anagrafica/prodotti', undefined],
    ['/anagrafica/prodotti/12/13', undefined],
    ['/x/anagrafica/prodotti/12', undefined],
  ];
  for (const [address, link] of cases)
    test(`${address}: ${link ? 'has its own links' : 'has none'}`, () => assert.equal(linksOf(address, 'it'), link));

  test("the texts of the reader's language", () => {
    assert.equal(linksOf('/', 'fr'), '</assets/home.js>; rel=modulepreload, </assets/fr.js>; rel=modulepreload');
  });

  test('are absent when the build has written no table', () => {
    assert.equal(readScreenLinks(path.join(folder, 'nothing.json'))('/', 'it'), undefined);
  });
});
