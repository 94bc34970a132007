/** Subject and text of mails, by kind of document and language. */
import type { Language } from '@bobina/contract/core/languages.ts';
import type { MailedKind } from '@bobina/contract/system/outbox.ts';

export type MailTemplate = MailedKind | 'credit_note' | 'test';
interface Texts {
  subject: string;
  body: string;
}

const TEXTS: Record<Language, Record<MailTemplate, Texts>> = {
  it: {
    invoice: {
      subject: 'Fattura {{number}} del {{day}} · {{company}}',
      body: 'Buongiorno,\n\nin allegato la fattura {{number}} del {{day}}.\n\nCordiali saluti\n{{user}}\n{{company}}',
    },
    credit_note: {
      subject: 'Nota di credito {{number}} del {{day}} · {{company}}',
      body: 'Buongiorno,\n\nin allegato la nota di credito {{number}} del {{day}}.\n\nCordiali saluti\n{{user}}\n{{company}}',
    },
    packing_list: {
      subject: 'Documento di trasporto {{number}} del {{day}} · {{company}}',
      body: 'Buongiorno,\n\nin allegato il documento di trasporto {{number}} del {{day}}.\n\nCordiali saluti\n{{user}}\n{{company}}',
    },
    purchase_order: {
      subject: 'Ordine {{number}} del {{day}} · {{company}}',
      body: 'Buongiorno,\n\nin allegato il nostro ordine {{number}} del {{day}}. Vi preghiamo di confermarlo.\n\nCordiali saluti\n{{user}}\n{{company}}',
    },
    customer_order: {
      subject: "Conferma d'ordine {{number}} del {{day}} · {{company}}",
      body: "Buongiorno,\n\nin allegato la conferma dell'ordine {{number}} del {{day}}.\n\nCordiali saluti\n{{user}}\n{{company}}",
    },
    test: {
      subject: 'Messaggio di prova · {{company}}',
      body: 'Questo messaggio prova che la posta di Bobina è configurata.\n\n{{user}}\n{{company}}',
    },
  },
  fr: {
    invoice: {
      subject: 'Facture {{number}} du {{day}} · {{company}}',
      body: 'Bonjour,\n\nVous trouverez ci-joint la facture {{number}} du {{day}}.\n\nCordialement\n{{user}}\n{{company}}',
    },
    credit_note: {
      subject: 'Avoir {{number}} du {{day}} · {{company}}',
      body: "Bonjour,\n\nVous trouverez ci-joint l'avoir {{number}} du {{day}}.\n\nCordialement\n{{user}}\n{{company}}",
    },
    packing_list: {
      subject: 'Bon de livraison {{number}} du {{day}} · {{company}}',
      body: 'Bonjour,\n\nVous trouverez ci-joint le bon de livraison {{number}} du {{day}}.\n\nCordialement\n{{user}}\n{{company}}',
    },
    purchase_order: {
      subject: 'Commande {{number}} du {{day}} · {{company}}',
      body: 'Bonjour,\n\nVous trouverez ci-joint notre commande {{number}} du {{day}}. Merci de la confirmer.\n\nCordialement\n{{user}}\n{{company}}',
    },
    customer_order: {
      subject: 'Confirmation de commande {{number}} du {{day}} · {{company}}',
      body: 'Bonjour,\n\nVous trouverez ci-joint la confirmation de la commande {{number}} du {{day}}.\n\nCordialement\n{{user}}\n{{company}}',
    },
    test: {
      subject: 'Message de test · {{company}}',
      body: 'Ce message prouve que la messagerie de Bobina est configurée.\n\n{{user}}\n{{company}}',
    },
  },
  en: {
    invoice: {
      subject: 'Invoice {{number}} of {{day}} · {{company}}',
      body: 'Hello,\n\nPlease find attached invoice {{number}} of {{day}}.\n\nKind regards\n{{user}}\n{{company}}',
    },
    credit_note: {
      subject: 'Credit note {{number}} of {{day}} · {{company}}',
      body: 'Hello,\n\nPlease find attached credit note {{number}} of {{day}}.\n\nKind regards\n{{user}}\n{{company}}',
    },
    packing_list: {
      subject: 'Packing list {{number}} of {{day}} · {{company}}',
      body: 'Hello,\n\nPlease find attached packing list {{number}} of {{day}}.\n\nKind regards\n{{user}}\n{{company}}',
    },
    purchase_order: {
      subject: 'Order {{number}} of {{day}} · {{company}}',
      body: 'Hello,\n\nPlease find attached our order {{number}} of {{day}}. Please confirm it.\n\nKind regards\n{{user}}\n{{company}}',
    },
    customer_order: {
      subject: 'Order confirmation {{number}} of {{day}} · {{company}}',
      body: 'Hello,\n\nPlease find attached the confirmation of order {{number}} of {{day}}.\n\nKind regards\n{{user}}\n{{company}}',
    },
    test: {
      subject: 'Test message · {{company}}',
      body: 'This message shows that the mail of Bobina is set up.\n\n{{user}}\n{{company}}',
    },
  },
};

/** Fills the template of a kind. @param values the values of its `{{places}}`; `day` is `2026-03-15` */
export function mailTexts(
  language: Language,
  template: MailTemplate,
  { day, ...values }: { number: string; day: string; company: string; user: string },
): Texts {
  const filled: Record<string, string> = { ...values, day: day.slice(0, 10).split('-').toReversed().join('/') };
  const fill = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => filled[name] ?? '');
  const { subject, body } = TEXTS[language][template];
  return { subject: fill(subject), body: fill(body) };
}
