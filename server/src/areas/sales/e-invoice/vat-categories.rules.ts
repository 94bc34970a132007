/** Maps Italian natures to EN 16931: categories of UNTDID 5305, reasons of the VATEX list. */
export interface VatCategory {
  code: 'S' | 'Z' | 'E' | 'K' | 'G' | 'AE';
  reason: string | null;
}

/**
 * Returns the category; null where EN 16931 has no equivalent: an invoice outside the scope of VAT may not contain a
 * VAT number.
 */
export function categoryOf({ vat_rate, natura }: { vat_rate: number; natura: string | null }): VatCategory | null {
  if (vat_rate > 0) return { code: 'S', reason: null };
  if (natura === null) return { code: 'Z', reason: null };
  if (natura === 'N3.2') return { code: 'K', reason: 'VATEX-EU-IC' };
  if (natura === 'N3.1') return { code: 'G', reason: 'VATEX-EU-G' };
  if (natura.startsWith('N6')) return { code: 'AE', reason: 'VATEX-EU-AE' };
  return /^N(1|3|4|5)(\.|$)/.test(natura) ? { code: 'E', reason: null } : null;
}
