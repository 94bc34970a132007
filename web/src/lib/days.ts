/** A day as people type it (`1/2/26`, `01.02.2026`, `010226`, `2026-02-01`) as `YYYY-MM-DD`; null when there is no such day. */
export const readDay = (typed: string): string | null => {
  const text = typed.trim();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  const local =
    /^(\d{1,2})[/.\-\s](\d{1,2})[/.\-\s](\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text);
  const [year, month, day] = iso ? [iso[1], iso[2], iso[3]] : local ? [local[3], local[2], local[1]] : [];
  if (!year || !month || !day) return null;
  const full = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const exists = new Date(`${full}T00:00:00Z`);
  return !Number.isNaN(exists.getTime()) && exists.toISOString().startsWith(full) ? full : null;
};
