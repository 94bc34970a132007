import { UNITS } from '@bobina/contract/core/units.ts';
import { useUnit } from '../../../lib/use-unit.ts';

/** Codes of UN/ECE Recommendation 20, which invoices in UBL and CII use, and the usual abbreviations of FatturaPA. */
const CODES: Partial<Record<string, (typeof UNITS)[number]>> = {
  mtr: 'm',
  mt: 'm',
  kgm: 'kg',
  h87: 'piece',
  c62: 'piece',
  pz: 'piece',
  nr: 'piece',
  ltr: 'l',
  lt: 'l',
  xbx: 'box',
};

/** Returns the name of a unit of a supplier's document: the reader's word if it is known, else as written there. */
export function useInvoiceUnit(): (written: string) => string {
  const unitOf = useUnit();
  return (written) => {
    const lower = written.toLowerCase();
    const unit = UNITS.find((one) => one === lower) ?? CODES[lower];
    return unit ? unitOf(unit) : written;
  };
}
