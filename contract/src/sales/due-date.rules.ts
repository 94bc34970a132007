/** When an invoice is due. Rules §6. */
import type { Day } from '../core/dates.ts';

export interface PaymentTermRule {
  giorni_differita: number;
  fine_mese: boolean;
  /** Day of the month, 0 for none. */
  giorno_fisso_scadenza: number;
}

/**
 * Days that are whole months count as months where the month's end is asked for; then the month's end; then the fixed
 * day, of the following month after a month's end, else the first on or after. No weekend is moved.
 */
export function dueDate(
  invoiceDate: Day,
  { giorni_differita, fine_mese, giorno_fisso_scadenza }: PaymentTermRule,
): Day {
  const [year, month, date] = partsOf(invoiceDate);
  const inMonths = fine_mese && giorni_differita % 30 === 0;
  let due = inMonths ? clamped(year, month + giorni_differita / 30, date) : dayOf(year, month, date + giorni_differita);
  const [dueYear, dueMonth] = partsOf(due);
  if (fine_mese) due = clamped(dueYear, dueMonth, 31);
  if (giorno_fisso_scadenza === 0) return due;
  if (fine_mese) return clamped(dueYear, dueMonth + 1, giorno_fisso_scadenza);
  const sameMonth = clamped(dueYear, dueMonth, giorno_fisso_scadenza);
  return sameMonth >= due ? sameMonth : clamped(dueYear, dueMonth + 1, giorno_fisso_scadenza);
}

function dayOf(year: number, month: number, day: number): Day {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

/** @param month from 0; beyond 11 is a later year */
function lastOf(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

function clamped(year: number, month: number, day: number): Day {
  return dayOf(year, month, Math.min(day, lastOf(year, month)));
}

function partsOf(day: Day): [year: number, month: number, day: number] {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return [year, month - 1, date];
}
