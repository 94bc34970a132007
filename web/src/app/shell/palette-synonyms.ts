/** Other words for screens than their titles, also for filters of their lists. */
import type { Language } from '@bobina/contract/core/languages.ts';
import { roleCan, type Capability, type Role } from '@bobina/contract/core/permissions.ts';
import { stemOf, wordsOf } from './palette-words.ts';

interface Synonym {
  screen: string;
  search?: string;
  /** What the filter requires besides the screen. */
  needs?: Capability;
  /** Phrases between commas. The first is the name of a filter, which has no title. */
  words: Record<Language, string>;
}

interface Meant<Place> {
  role: Role;
  language: Language;
  places: readonly Place[];
  byTitle: readonly { does: unknown }[];
}

const SYNONYMS: readonly Synonym[] = [
  {
    screen: '/operazioni/vendite',
    search: '?tab=invoices&status=overdue',
    needs: 'invoices.read',
    words: {
      it: 'Fatture scadute, fatture in ritardo, scaduto, insoluti',
      fr: 'Factures échues, factures en retard, impayés',
      en: 'Overdue invoices, late invoices, overdue',
    },
  },
  {
    screen: '/operazioni/vendite',
    search: '?tab=invoices&status=open',
    needs: 'invoices.read',
    words: {
      it: 'Fatture da incassare, fatture aperte, fatture non pagate',
      fr: 'Factures à encaisser, factures ouvertes, factures non payées',
      en: 'Open invoices, unpaid invoices',
    },
  },
  {
    screen: '/operazioni/scadenzario',
    words: {
      it: 'scadenze, scadenzario, crediti, partite aperte',
      fr: 'échéances, échéancier, créances',
      en: 'receivables, due dates, ageing',
    },
  },
  {
    screen: '/operazioni/banca',
    words: {
      it: 'riba, ri.ba., distinte, ricevute bancarie, bonifici, estratto conto, sdd',
      fr: 'riba, bordereaux, virements, prélèvements, relevé bancaire',
      en: 'riba, bank slips, transfers, direct debits, bank statement',
    },
  },
  {
    screen: '/operazioni/pagamenti',
    words: { it: 'incassi', fr: 'encaissements', en: 'receipts of money, collections' },
  },
  { screen: '/report/giacenze', words: { it: 'scorte, stock', fr: 'inventaire permanent', en: 'inventory on hand' } },
  { screen: '/report/registri-iva', words: { it: 'liquidazione iva', fr: 'déclaration tva', en: 'vat return' } },
];

/** The screens that a text names by other words than their titles, without those that it names by their titles too. */
export function offersByOtherNames<Place extends { key: string; name: string; does: string }>(
  query: string,
  { role, language, places, byTitle }: Meant<Place>,
): Place[] {
  const keyOf = (text: string) =>
    wordsOf(text)
      .map((word) => stemOf(word, language))
      .toSorted()
      .join(' ');
  const sought = keyOf(query);
  if (sought === '') return [];
  return SYNONYMS.flatMap(({ screen, search = '', needs, words }) => {
    const phrases = words[language].split(', ');
    if ((needs && !roleCan(role, needs)) || phrases.every((phrase) => keyOf(phrase) !== sought)) return [];
    const page = places.find(({ does }) => does === screen);
    const to = `${screen}${search}`;
    if (!page || byTitle.some(({ does }) => does === to)) return [];
    const key = `synonym${to.replaceAll(/\W/g, '-')}`;
    return [{ ...page, key, name: search ? phrases[0]! : page.name, does: to }];
  });
}
