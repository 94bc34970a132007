/** Words of the interface: the terms of docs/glossary.md, in the texts of the browser, of errors and of printed documents. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import '@bobina/contract/core/messages/all.ts';
import { en } from '@bobina/contract/core/messages/en.ts';
import { fr } from '@bobina/contract/core/messages/fr.ts';
import { it as italian } from '@bobina/contract/core/messages/it.ts';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { describe, expect, test } from 'vitest';
import { filesOf } from './source-files.ts';

type Language = 'it' | 'fr' | 'en';
type Tree = { [key: string]: string | Tree };
/** In pages of the guide, the key of another text. */
const REFERENCE = /\[\w+:[\w.]+\]/g;

interface Text {
  /** Catalogue and key, such as `areas/sales:document.report`. */
  key: string;
  text: string;
}

const LANGUAGES: Language[] = ['it', 'fr', 'en'];
const MESSAGES: Record<Language, Tree> = { it: italian, fr, en };
const SERVER = path.join(import.meta.dirname, '../../server/src');
const DOCUMENT_TEXTS = path.join(SERVER, 'areas/sales/documents/texts');
/** Texts of mails and of the health checks, with the three languages in one file. */
const SERVER_TEXTS = ['app/outbox/mail-texts.ts', 'app/health/texts.ts'];

/** Forbidden words by language; docs/glossary.md gives the reasons. */
const FORBIDDEN: Record<Language, RegExp[]> = {
  it: [/\bitems?\b/i, /con successo/i, /\bstatus\b/i, /report pdf/i],
  fr: [
    /\bitems?\b/i,
    /avec succès/i,
    /\bstatuts?\b/i,
    /chargement de production/i,
    /colisage/i,
    /\bmagasin\b/i,
    /\bDDT\b/,
    /[’]/,
  ],
  en: [
    /\bitems?\b/i,
    /successfully/i,
    /(?<!Member )\bstates?\b/i,
    /payment conditions?\b/i,
    /\bthe least value\b/i,
    /\b(?:stand|stands|live|lives|belong|belongs) here\b/i,
    /\bsomebody\b|\bnobody\b/i,
    /\bpdf report\b/i,
    /\bDDT\b/,
  ],
};

/** Texts with a fixed wording, and the translations of these texts. */
const FIXED: Record<Language, string[]> = {
  it: [
    'Aggiungi almeno un item',
    'Nessun item selezionato',
    'Errore caricamento items',
    'Prodotto eliminato con successo',
    'Magazzino eliminato con successo',
    'Macchinario eliminato con successo',
    'Priorità aggiornata con successo',
    'Operazione di produzione creata con successo',
    'Operazione di produzione aggiornata con successo',
    'Operazione di produzione eliminata con successo',
    'Report generato con successo',
    'Ordine completato con successo e movimento di magazzino creato',
    'Packing list creata con successo',
    'Fattura creata con successo',
  ],
  fr: [
    'Produit supprimé avec succès',
    'Entrepôt supprimé avec succès',
    'Machine supprimée avec succès',
    'Priorité mise à jour avec succès',
    'Opération de production créée avec succès',
    'Opération de production mise à jour avec succès',
    'Opération de production supprimée avec succès',
    'Rapport généré avec succès',
    'Ligne terminée avec succès et mouvement de stock créé',
    'Bon de livraison créé avec succès',
    'Facture créée avec succès',
  ],
  en: ['Product successfully deleted'],
};

/** Texts of R08 by key, in Italian, French and English. */
const EXACT: Record<string, [string, string, string]> = {
  'areas/sales:tabs.packing': ['Packing list (DDT)', 'Bons de livraison', 'Packing lists'],
  'areas/sales:document.report': ['Scarica PDF', 'Télécharger le PDF', 'Download PDF'],
  'areas/stock:counts.add': ['Nuovo inventario', 'Nouvel inventaire', 'New stock count'],
  'areas/registry/guide:paymentTerms.title': ['Condizioni di pagamento', 'Conditions de paiement', 'Payment terms'],
  'areas/production/guide:productionLoad.title': ['Carico produzione', 'Mise en stock', 'Production load'],
  'areas/orders:lines.title': ['Righe', 'Lignes', 'Lines'],
  'areas/purchasing:lines.title': ['Righe', 'Lignes', 'Lines'],
  'areas/purchasing:receipt.document_number': ['Numero documento (DDT)', 'Numéro du document (BL)', 'Document number'],
};
/** Italian texts with "item" or "Packing list" whose wording is fixed. */
const KEPT: Record<string, string> = {
  'messages:fields.noPackedItems': 'Aggiungi almeno un item',
  'messages:fields.none_selected': 'Nessun item selezionato',
  'areas/production:materials.noneSelected': 'Nessun item selezionato',
  'areas/production:materials.loadFailed': 'Errore caricamento items',
  'areas/sales:invoices.selectPackingList': 'Seleziona una packing list',
  'areas/sales:packingLists.created': 'Packing list creata con successo',
};
const STATE: Record<Language, string> = { it: 'Stato', fr: 'État', en: 'Status' };

describe.each(LANGUAGES)('texts in %s', (language) => {
  test('R07: no text contains a forbidden word, except texts with a fixed wording', () => {
    const texts = textsIn(language);
    expect(texts.length).toBeGreaterThan(1500);
    const forbidden = texts.filter(({ text }) => isForbidden(language, text) && !FIXED[language].includes(text));
    expect(forbidden).toEqual([]);
  });

  test('every listed exception contains a forbidden word and is a text of the interface', () => {
    const texts = new Set(textsIn(language).map(({ text }) => text));
    expect(FIXED[language].filter((text) => !texts.has(text) || !isForbidden(language, text))).toEqual([]);
  });
});

test('the check finds a forbidden word in each language', () => {
  expect(isForbidden('it', 'Totale items')).toBe(true);
  expect(isForbidden('fr', 'Statut')).toBe(true);
  expect(isForbidden('en', 'Payment conditions')).toBe(true);
  expect(isForbidden('it', 'Totale righe')).toBe(false);
});

test('R08: lines, documents, buttons, payment terms, production load, states and minimum values have one wording; texts with a fixed wording stay', () => {
  const texts = LANGUAGES.map((language) => new Map(textsIn(language).map(({ key, text }) => [key, text])));
  for (const [key, wording] of Object.entries(EXACT))
    expect([key, ...texts.map((one) => one.get(key))]).toEqual([key, ...wording]);
  for (const [key, text] of Object.entries(KEPT)) expect([key, texts[0]!.get(key)]).toEqual([key, text]);
  expect(fieldMessage('en', 'min', { min: 3 })).toBe('Must be at least 3');
  for (const [place, language] of LANGUAGES.entries()) {
    const labels = [...texts[place]!].filter(
      ([key]) => /(?:^|[.:])(?:status|production_status)$/.test(key) && !key.includes(':actions.'),
    );
    expect(labels.length).toBeGreaterThan(5);
    expect(labels.filter(([, text]) => text !== STATE[language])).toEqual([]);
    // "item" and "con successo" are forbidden words: R07's check finds them everywhere else.
    expect(
      textsIn(language).filter(({ text }) => isForbidden(language, text) && !FIXED[language].includes(text)),
    ).toEqual([]);
  }
  expect(documentTexts('it').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Documento di trasporto', 'DDT']),
  );
});

test('a line of a French screen does not break before a sign: a no-break space precedes it', () => {
  const breaks = cataloguesIn('fr').filter(({ text }) => / [:;?!»]|« /.test(text));
  expect(breaks).toEqual([]);
});

function isForbidden(language: Language, text: string): boolean {
  return FORBIDDEN[language].some((word) => word.test(text));
}

function textsIn(language: Language): Text[] {
  return [
    ...cataloguesIn(language),
    ...leavesOf(MESSAGES[language], 'messages:'),
    ...documentTexts(language),
    ...serverTexts(language),
  ];
}

function cataloguesIn(language: Language): Text[] {
  return filesOf(/(^|[\\/])(it|fr|en)\.json$/)
    .filter(({ file }) => file.endsWith(`/${language}.json`))
    .flatMap(({ file, text }) => leavesOf(JSON.parse(text) as Tree, `${path.posix.dirname(file)}:`));
}

function leavesOf(tree: Tree, prefix: string): Text[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [{ key: prefix + key, text: value.replaceAll(REFERENCE, '') }]
      : leavesOf(value, `${prefix}${key}.`),
  );
}

/** The string literals of a language's document texts, read as text: the browser's package does not import the server. */
function documentTexts(language: Language): Text[] {
  return stringsOf(readFileSync(path.join(DOCUMENT_TEXTS, `${language}.ts`), 'utf8'), 'documents');
}

function serverTexts(language: Language): Text[] {
  return SERVER_TEXTS.flatMap((file) => {
    const parts = readFileSync(path.join(SERVER, file), 'utf8').split(/^ *(?:const )?(it|fr|en)\b[^\n]*\{$/m);
    const texts = stringsOf(parts[parts.indexOf(language) + 1]!, file);
    expect(texts.length).toBeGreaterThan(5);
    return texts;
  });
}

/** The values of a dictionary in a source file. */
function stringsOf(source: string, name: string): Text[] {
  return [...source.matchAll(/:\s*(?:'([^'\n]*)'|"([^"\n]*)")/g)].map(([, single, double], index) => ({
    key: `${name}:${index}`,
    text: single ?? double ?? '',
  }));
}
