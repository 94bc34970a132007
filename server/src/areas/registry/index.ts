export { companyToday, readSettings } from './company.ts';
export { checkReference } from './references.ts';
