import type { Language } from '@bobina/contract/core/languages.ts';
import { documentTexts, fillText, printFormats } from './document-texts.ts';
import type { InvoiceLine } from './read-invoice-document.ts';

/** Returns the sentence of a line about the CONAI contribution; null for a product without a packaging material. */
export function conaiText(
  {
    conai_material: material,
    conai_kg: kg,
    conai_amount: amount,
  }: Pick<InvoiceLine, 'conai_material' | 'conai_kg' | 'conai_amount'>,
  language: Language,
): string | null {
  if (material === null) return null;
  const { legal } = documentTexts(language);
  if (amount === null || kg === null) return fillText(legal.conai_paid, { material });
  const formats = printFormats(language);
  return fillText(legal.conai_amount, { material, kg: formats.number(kg), amount: formats.money(amount, 'EUR') });
}
