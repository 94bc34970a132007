import { useMemo } from 'react';
import { LOCALES, useLanguage } from '../../../lib/i18n/i18n.ts';

/** Formatters of chart axes, in the current language. */
export function useAxes() {
  const language = useLanguage();
  return useMemo(() => {
    const locale = LOCALES[language];
    const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
    const month = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' });
    return {
      /** `12,5 Mln` */
      amount: (value: number) => short.format(value),
      /** `2026-03` or `2026-03-31` → `mar 26` */
      month: (day: string) => month.format(new Date(`${day.slice(0, 7)}-01T00:00:00Z`)),
      /** `2026-03-15` → `15/03` */
      day: (day: string) => `${day.slice(8)}/${day.slice(5, 7)}`,
    };
  }, [language]);
}
