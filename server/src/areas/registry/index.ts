export { companyToday, readCalendar, readSettings } from './company.ts';
export { gsmOfProduct } from './gsm-of-product.ts';
export { checkReference } from './references.ts';
