/** Italian natures of VAT as EN 16931 names them: UNTDID 5305, and the reasons of the VATEX list. */
export interface VatCategory {
  code: 'S' | 'Z' | 'E' | 'K' | 'G' | 'AE';
  reason: string | null;
}

/** Null where Europe's invoice has no word for it: what is outside of VAT may not name a VAT number at all. */
export function categoryOf({ vat_rate, natura }: { vat_rate: number; natura: string | null }): VatCategory | null {
  if (vat_rate > 0) return { code: 'S', reason: null };
  if (natura === null) return { code: 'Z', reason: null };
  if (natura === 'N3.2') return { code: 'K', reason: 'VATEX-EU-IC' };
  if (natura === 'N3.1') return { code: 'G', reason: 'VATEX-EU-G' };
  if (natura.startsWith('N6')) return { code: 'AE', reason: 'VATEX-EU-AE' };
  return /^N(1|3|4|5)(\.|$)/.test(natura) ? { code: 'E', reason: null } : null;
}
