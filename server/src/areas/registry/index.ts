export { companyToday, readCompany, readSettings } from './company.ts';
export { checkReference } from './references.ts';
