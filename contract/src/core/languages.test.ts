import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { UNITS } from './fields.ts';
import { languageCookie, LANGUAGES, preferredLanguage, readLanguageCookie } from './languages.ts';
import { en } from './messages/en.ts';
import { fr } from './messages/fr.ts';
import { it } from './messages/it.ts';
import { errorMessage, fieldMessage, refusalMessage, warningMessage } from './messages/all.ts';

describe('the cookie of the language', () => {
  test('is Secure with the prefix __Host- over https, and without both over http', () => {
    assert.equal(languageCookie('fr', true), '__Host-language=fr; path=/; max-age=31536000; samesite=strict; secure');
    assert.equal(languageCookie('fr', false), 'language=fr; path=/; max-age=31536000; samesite=strict');
  });
  const cases: [string | undefined, string][] = [
    [undefined, 'it'],
    ['language=fr', 'fr'],
    ['a=b; __Host-language=en', 'en'],
    ['language=fr; __Host-language=en', 'en'],
    ['language=xx', 'it'],
    ['mylanguage=fr', 'it'],
  ];
  for (const [header, language] of cases)
    test(`${header ?? 'none'} → ${language}`, () => assert.equal(readLanguageCookie(header), language));
});

describe('the language of an Accept-Language header', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'it'],
    ['', 'it'],
    ['it', 'it'],
    ['fr', 'fr'],
    ['en', 'en'],
    ['FR-ca', 'fr'],
    ['fr-FR,fr;q=0.9,en;q=0.8', 'fr'],
    ['en;q=0.1, fr;q=0.9', 'fr'],
    ['fr;q=0.5, en', 'en'],
    ['fr;q=0, en;q=0.1', 'en'],
    ['fr;q=0', 'it'],
    ['de, es', 'it'],
    ['de, en;q=0.3', 'en'],
    ['*', 'it'],
    ['en;q=nonsense', 'en'],
    [',,;;q=,', 'it'],
    [`${'de,'.repeat(10_000)}fr`, 'it'],
  ];
  for (const [header, language] of cases)
    test(`${header?.slice(0, 30) ?? 'none'} → ${language}`, () => assert.equal(preferredLanguage(header), language));
});

describe('the texts', () => {
  const all = { it, fr, en };
  for (const language of LANGUAGES)
    for (const group of ['errors', 'fields', 'refusals', 'warnings', 'imports', 'incomplete'] as const)
      test(`${language} ${group}: has every key and the placeholders of the Italian text`, () => {
        const texts: Record<string, string> = all[language][group];
        const italian: Record<string, string> = it[group];
        assert.deepEqual(Object.keys(texts).toSorted(), Object.keys(italian).toSorted());
        const places = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(([place]) => place).toSorted();
        for (const [code, text] of Object.entries(texts)) {
          assert.ok(text.trim().length > 2, code);
          assert.deepEqual(places(text), places(italian[code]!), code);
        }
      });
  test('numbers and days are formatted for the language', () => {
    assert.match(errorMessage('it', 'INSUFFICIENT_STOCK', { available: 1234.5 }), /1\.234,5/);
    assert.match(errorMessage('en', 'INSUFFICIENT_STOCK', { available: 1234.5 }), /1,234\.5/);
    assert.match(errorMessage('fr', 'INSUFFICIENT_STOCK', { available: 1234.5 }), /1.234,5/);
    assert.match(warningMessage('it', 'expired_batch', { batch: 'L1', day: '2026-03-15' }), /L1.*15\/03\/2026/);
    assert.match(fieldMessage('en', 'max_length', { max: 200 }), /200/);
  });
  test('units are translated, and unknown units stay unchanged', () => {
    const messagesFor = (unit: string) =>
      LANGUAGES.map((language) => refusalMessage(language, 'overDelivery', { max: 20, unit }));
    assert.deepEqual(messagesFor('piece'), [
      'Restano da consegnare 20 pz',
      'Il reste 20 pcs à livrer',
      '20 pcs remain to be delivered',
    ]);
    assert.deepEqual(messagesFor('box'), [
      'Restano da consegnare 20 scat.',
      'Il reste 20 bte à livrer',
      '20 box remain to be delivered',
    ]);
    assert.deepEqual(messagesFor('scat.')[0], 'Restano da consegnare 20 scat.');
    for (const language of LANGUAGES) assert.deepEqual(Object.keys(all[language].units).toSorted(), UNITS.toSorted());
  });
  test('placeholders inside values are not replaced', () => {
    assert.match(warningMessage('it', 'vat_number_exists', { name: '{{name}} $& $1' }), /\{\{name\}\} \$& \$1/);
  });
  test('a missing value is replaced by an empty text', () =>
    assert.doesNotMatch(errorMessage('it', 'INSUFFICIENT_STOCK'), /[{}]/));
});
