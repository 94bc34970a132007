import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Language } from '@bobina/contract/core/languages.ts';
import { matchesName, rankOfName } from '../src/app/shell/palette-words.ts';
import { readKind } from '../src/app/shell/read-kind.ts';
import { resemblesName } from '../src/app/shell/similar-names.ts';

function kindsOf(language: Language): Record<string, string> {
  const url = new URL(`../src/app/texts/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')).palette.kinds;
}

describe('names in the palette', () => {
  test.each([
    ['it', 'giacenza', 'Giacenze'],
    ['it', 'magazzini', 'Nuovo magazzino'],
    ['it', 'fattura acquisti', 'Fatture di acquisto'],
    ['it', 'giac', 'Giacenze'],
    ['fr', 'ecriture comptable', 'Écritures comptables'],
    ['fr', 'commandes', 'Nouvelle commande fournisseur'],
    ['en', 'stock level', 'Stock levels'],
    ['en', 'entry', 'Accounting entries'],
    ['en', 'customers', 'Customer orders'],
  ] as const)('%s: "%s" finds %s', (language, query, name) => {
    expect(matchesName(query, name, language)).toBe(true);
  });
  test.each([
    ['it', 'rese', 'Impresa'],
    ['it', 'giacenza prodotti', 'Giacenze'],
    ['en', 'prix', 'Prices'],
  ] as const)('%s: "%s" does not find %s', (language, query, name) => {
    expect(matchesName(query, name, language)).toBe(false);
  });
  test.each([
    ['giaceze', 'Giacenze', true],
    ['girocenze', 'Giacenze', true],
    ['fatutre acqisto', 'Fatture di acquisto', true],
    ['clietni', 'Clienti', true],
    ['client', 'Clienti', true],
    ['giro', 'Giacenze', false],
    ['prezzi', 'Pezzi', true],
    ['merce', 'Clienti', false],
    ['%%', 'Clienti', false],
  ] as const)('"%s" resembles %s: %s', (query, name, expected) => {
    expect(resemblesName(query, name)).toBe(expected);
  });
  test('the name itself comes before its plural, the beginning of a name and other names', () => {
    const names = ['Modifica lotto', 'Lotto in arrivo', 'Lotti', 'Lotto'];
    const ranked = names.toSorted((a, b) => rankOfName('lotto', a, 'it') - rankOfName('lotto', b, 'it'));
    expect(ranked).toEqual(['Lotto', 'Lotti', 'Lotto in arrivo', 'Modifica lotto']);
    expect(rankOfName('fattura', 'Fatture di acquisto', 'it')).toBeLessThan(
      rankOfName('fattura', 'Merce senza fattura', 'it'),
    );
  });
});

describe('a word that names a kind', () => {
  test.each([
    ['it', 'fattura midi', ['invoice', 'purchase_invoice'], 'midi'],
    ['it', 'nota di credito midi', ['invoice'], 'midi'],
    ['it', 'ordine Rossi', ['customer_order', 'purchase_order'], 'Rossi'],
    ['it', 'ordine cliente rossi', ['customer_order'], 'rossi'],
    ['it', 'cliente rossi', ['customer'], 'rossi'],
    ['it', 'DDT rossi', ['packing_list'], 'rossi'],
    ['fr', 'facture midi', ['invoice', 'purchase_invoice'], 'midi'],
    ['fr', 'bon de livraison midi', ['packing_list'], 'midi'],
    ['en', 'invoice midi', ['invoice', 'purchase_invoice'], 'midi'],
    ['en', 'midi customer order', ['customer_order'], 'midi'],
  ] as const)('%s: "%s"', (language, query, kinds, rest) => {
    const read = readKind(query, kindsOf(language), language);
    expect(read?.kinds.toSorted()).toEqual(kinds);
    expect(read?.rest).toBe(rest);
  });
  test.each(['', 'fattura', 'midi', 'banca di roma'])('"%s" names none, or leaves no text', (query) => {
    expect(readKind(query, kindsOf('it'), 'it')).toBe(null);
  });
});
