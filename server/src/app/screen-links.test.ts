import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { readScreenLinks } from './screen-links.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bobina-links-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const table = path.join(folder, '.screens.json');
writeFileSync(
  table,
  JSON.stringify({
    '/': ['assets/home.js'],
    '/anagrafica/prodotti/$id': ['assets/edit.js', 'assets/form.css'],
    '/anagrafica/prodotti/nuovo': ['assets/new.js'],
    '/ricezione/storico/$itemId': ['assets/history.js'],
  }),
);

describe('the files that an address needs', () => {
  const linksOf = readScreenLinks(table);
  const cases: [address: string, link: string | undefined][] = [
    ['/', '</assets/home.js>; rel=modulepreload'],
    ['/anagrafica/prodotti/nuovo', '</assets/new.js>; rel=modulepreload'],
    [
      '/anagrafica/prodotti/12',
      '</assets/edit.js>; rel=modulepreload, </assets/form.css>; rel=preload; as=style; crossorigin',
    ],
    ['/ricezione/storico/7', '</assets/history.js>; rel=modulepreload'],
    ['/anagrafica/prodotti', undefined],
    ['/anagrafica/prodotti/12/13', undefined],
    ['/x/anagrafica/prodotti/12', undefined],
  ];
  for (const [address, link] of cases)
    test(`${address}: ${link ? 'its own' : 'none'}`, () => assert.equal(linksOf(address), link));

  test('none where no build has written the table', () => {
    assert.equal(readScreenLinks(path.join(folder, 'nothing.json'))('/'), undefined);
  });
});
