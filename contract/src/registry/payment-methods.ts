/** The names of the payment methods of FatturaPA, by the codes of its field ModalitaPagamento. */
import type { Language } from '../core/languages.ts';

const NAMES: Record<Language, Readonly<Record<string, string>>> = {
  it: {
    MP01: 'Contanti',
    MP02: 'Assegno',
    MP03: 'Assegno circolare',
    MP04: 'Contanti presso Tesoreria',
    MP05: 'Bonifico bancario',
    MP06: 'Vaglia cambiario',
    MP07: 'Bollettino bancario',
    MP08: 'Carta di pagamento',
    MP09: 'RID',
    MP10: 'RID utenze',
    MP11: 'RID veloce',
    MP12: 'Ricevuta bancaria (Ri.Ba.)',
    MP13: 'MAV',
    MP14: 'Quietanza erario',
    MP15: 'Giroconto su conti di contabilità speciale',
    MP16: 'Domiciliazione bancaria',
    MP17: 'Domiciliazione postale',
    MP18: 'Bollettino di c/c postale',
    MP19: 'Addebito SEPA',
    MP20: 'Addebito SEPA CORE',
    MP21: 'Addebito SEPA B2B',
    MP22: 'Trattenuta su somme già riscosse',
    MP23: 'PagoPA',
  },
  fr: {
    MP01: 'Espèces',
    MP02: 'Chèque',
    MP03: 'Chèque de banque',
    MP04: 'Espèces à la Trésorerie',
    MP05: 'Virement bancaire',
    MP06: 'Billet à ordre',
    MP07: 'Bulletin bancaire',
    MP08: 'Carte de paiement',
    MP09: 'Prélèvement RID',
    MP10: 'Prélèvement RID services',
    MP11: 'Prélèvement RID rapide',
    MP12: 'Reçu bancaire (Ri.Ba.)',
    MP13: 'MAV',
    MP14: 'Quittance du Trésor',
    MP15: 'Virement entre comptes spéciaux',
    MP16: 'Domiciliation bancaire',
    MP17: 'Domiciliation postale',
    MP18: 'Bulletin de compte postal',
    MP19: 'Prélèvement SEPA',
    MP20: 'Prélèvement SEPA CORE',
    MP21: 'Prélèvement SEPA B2B',
    MP22: 'Retenue sur sommes déjà perçues',
    MP23: 'PagoPA',
  },
  en: {
    MP01: 'Cash',
    MP02: 'Cheque',
    MP03: "Banker's draft",
    MP04: 'Cash at the Treasury',
    MP05: 'Bank transfer',
    MP06: 'Promissory note',
    MP07: 'Bank payment slip',
    MP08: 'Payment card',
    MP09: 'RID direct debit',
    MP10: 'RID utilities direct debit',
    MP11: 'RID fast direct debit',
    MP12: 'Bank receipt (Ri.Ba.)',
    MP13: 'MAV',
    MP14: 'Treasury receipt',
    MP15: 'Transfer between special accounts',
    MP16: 'Bank standing order',
    MP17: 'Postal standing order',
    MP18: 'Postal payment slip',
    MP19: 'SEPA direct debit',
    MP20: 'SEPA CORE direct debit',
    MP21: 'SEPA B2B direct debit',
    MP22: 'Deduction from sums already collected',
    MP23: 'PagoPA',
  },
};

/** Returns the codes of the payment methods with their names. */
export function paymentMethods(language: Language): { value: string; label: string }[] {
  return Object.entries(NAMES[language]).map(([value, label]) => ({ value, label }));
}

/** Returns the name of a payment method. A text that is none of the codes is returned unchanged: users may type any. */
export function paymentMethodName(language: Language, method: string | null): string | null {
  return method === null ? null : (NAMES[language][method.trim().toUpperCase()] ?? method);
}
