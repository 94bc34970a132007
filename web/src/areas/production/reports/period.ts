import { useMemo } from 'react';
import { addDays } from '@bobina/contract/core/dates.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { LOCALES, useLanguage } from '../../../lib/i18n/i18n.ts';

const DAYS_PER_YEAR = 365;

/** The first day of the period that reports show unless the user chooses another one: a year ago. */
export function yearAgo(): string {
  return addDays(companyToday(), -DAYS_PER_YEAR);
}

/** Returns a formatter of months in the current language: `2026-03` → `marzo 2026`. */
export function useMonthName(): (month: string) => string {
  const language = useLanguage();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(LOCALES[language], { month: 'long', year: 'numeric', timeZone: 'UTC' });
    return (month: string) => format.format(new Date(`${month}-01T00:00:00Z`));
  }, [language]);
}
