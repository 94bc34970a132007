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
  {
    screen: '/profilo',
    words: {
      it: 'password, cambia password, profilo, mio profilo, mio account',
      fr: 'mot de passe, changer le mot de passe, profil, mon profil, mon compte',
      en: 'password, change password, my profile, my account',
    },
  },
  { screen: '/report/giacenze', words: { it: 'scorte, stock', fr: 'inventaire permanent', en: 'inventory on hand' } },
  { screen: '/report/registri-iva', words: { it: 'liquidazione iva', fr: 'déclaration tva', en: 'vat return' } },
  {
    screen: '/operazioni/vendite',
    search: '?tab=invoices',
    needs: 'invoices.read',
    words: {
      it: 'Fatture di vendita, fatture emesse, fatture attive, fatturazione',
      fr: 'Factures de vente, factures émises, facturation',
      en: 'Sales invoices, issued invoices, invoicing',
    },
  },
  {
    screen: '/operazioni/prezzi',
    words: {
      it: 'listino, listino prezzi, listino fornitori, prezzi fornitori, prezzi di acquisto, aumenta prezzi',
      fr: "tarif, tarif fournisseurs, liste de prix, prix fournisseurs, prix d'achat, augmenter les prix",
      en: 'price list, supplier price list, supplier prices, purchase prices, raise prices',
    },
  },
  {
    screen: '/ordiniclienti/prezzi',
    words: {
      it: 'listino, listino prezzi, listino clienti, prezzi di vendita, aumenta prezzi',
      fr: 'tarif, tarif clients, liste de prix, prix de vente, augmenter les prix',
      en: 'price list, customer price list, sales prices, selling prices, raise prices',
    },
  },
  {
    screen: '/ordiniclienti/visualizza-ordini',
    words: {
      it: 'portafoglio ordini, ordini di vendita, commesse',
      fr: 'carnet de commandes',
      en: 'order book, sales orders',
    },
  },
  {
    screen: '/operazioni/vendite',
    words: {
      it: 'bolle, bolle di consegna, documenti di trasporto, ddt',
      fr: 'bl, bordereaux de livraison',
      en: 'delivery notes, ddt',
    },
  },
  {
    screen: '/operazioni/spedizioni',
    words: { it: 'consegne, trasporti', fr: 'livraisons, transports', en: 'deliveries, transport' },
  },
  {
    screen: '/operazioni/fatture-acquisto',
    words: {
      it: 'fatture passive, fatture fornitori, fatture ricevute',
      fr: 'factures fournisseurs, factures reçues',
      en: 'supplier invoices, bills',
    },
  },
  {
    screen: '/operazioni/ordini-fornitori',
    words: { it: 'ordini di acquisto, acquisti', fr: "commandes d'achat, achats", en: 'purchases, supplier orders' },
  },
  {
    screen: '/operazioni/ricezione-merce',
    words: {
      it: 'arrivi, merce in arrivo, entrata merce, ricevi, ricevere',
      fr: 'arrivages, entrée de marchandises, recevoir',
      en: 'arrivals, incoming goods, receive',
    },
  },
  {
    screen: '/operazioni/proposte',
    words: { it: 'riordino, fabbisogno acquisti', fr: 'réapprovisionnement', en: 'reordering, replenishment' },
  },
  {
    screen: '/operazioni/movimenti',
    words: {
      it: 'carico, scarico, carichi e scarichi, rettifiche',
      fr: 'entrées, sorties, ajustements',
      en: 'loads, unloads, adjustments',
    },
  },
  {
    screen: '/operazioni/trasferimenti',
    words: { it: 'spostamenti', fr: 'déplacements', en: 'moves' },
  },
  {
    screen: '/report/inventario',
    words: { it: 'conta, conteggi', fr: 'comptage', en: 'counts, counting, stocktaking' },
  },
  {
    screen: '/report/valorizzazione',
    words: { it: 'valore del magazzino', fr: 'valeur du stock', en: 'stock value' },
  },
  {
    screen: '/report/tracciabilita',
    words: { it: 'rintracciabilità', fr: 'trace', en: 'trace' },
  },
  {
    screen: '/report/scritture',
    words: { it: 'contabilità, prima nota', fr: 'comptabilité, journal', en: 'accounting, bookkeeping, journal' },
  },
  {
    screen: '/produzione/programmazione',
    words: {
      it: 'pianificazione, calendario di produzione',
      fr: 'calendrier de production',
      en: 'planning, production calendar',
    },
  },
  {
    screen: '/produzione/calcolo-materiali',
    words: {
      it: 'fabbisogno, fabbisogno materiali, mrp',
      fr: 'besoins, besoins en matières, mrp',
      en: 'requirements, material requirements, mrp',
    },
  },
  {
    screen: '/produzione/lavorazioni',
    words: { it: 'ordini di produzione', fr: 'ordres de fabrication', en: 'production orders, work orders' },
  },
  {
    screen: '/anagrafica/macchinari',
    words: { it: 'macchine, impianti', fr: 'équipements', en: 'equipment' },
  },
  {
    screen: '/anagrafica/codici-iva',
    words: { it: 'aliquote, aliquote iva', fr: 'taux de tva', en: 'vat rates' },
  },
  {
    screen: '/anagrafica/azienda',
    words: { it: 'ditta, dati aziendali', fr: 'entreprise', en: 'own company, firm' },
  },
  {
    screen: '/users',
    words: { it: 'utenti, permessi, ruoli', fr: 'permissions, rôles', en: 'permissions, roles' },
  },
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
