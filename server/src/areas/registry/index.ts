export { companyToday, readCalendar, readSettings } from './company.ts';
export { gsmOfProduct } from './gsm-of-product.ts';
export { isFrenchTva, isPartitaIva } from './party.rules.ts';
export { checkReference } from './references.ts';
