export { companyToday, readCalendar, readSettings } from './company.ts';
export { isFrenchTva, isPartitaIva } from './party.rules.ts';
export { checkReference } from './references.ts';
