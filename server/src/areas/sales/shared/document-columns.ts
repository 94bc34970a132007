/**
 * Columns common to all sales documents, from a table `t` without joins: even a join that adds no rows prevents the
 * pages of a long list from using the index.
 */
import { sql, type RawBuilder } from 'kysely';
import { foldText } from '../../../platform/database/search.ts';

/** The columns of `audit` in the contract. */
export const DOCUMENT_AUDIT = [
  't.version',
  't.created_at',
  't.created_by',
  nameOf('t.created_by').as('created_by_name'),
  't.modified_at',
  't.modified_by',
  nameOf('t.modified_by').as('modified_by_name'),
] as const;
export const CANCELLED_BY_NAME = nameOf('t.cancelled_by').as('cancelled_by_name');

/** The customer snapshot of the document. */
export const CUSTOMER_SNAPSHOT = [
  sql<string>`t.customer ->> 'vat_number'`.as('customer_vat'),
  sql<string>`t.customer ->> 'address'`.as('customer_address'),
  sql<string>`t.customer ->> 'city'`.as('customer_city'),
  sql<string>`t.customer ->> 'province'`.as('customer_province'),
] as const;

/** Builds the search condition. The generated column contains all texts of the row in lower case. */
export function searchText(pattern: string): RawBuilder<boolean> {
  return sql<boolean>`strip_accents(t.search_text) like ${foldText(pattern)}`;
}

function nameOf(column: 't.created_by' | 't.modified_by' | 't.cancelled_by') {
  return sql<string | null>`(select name from users where id = ${sql.ref(column)})`;
}
