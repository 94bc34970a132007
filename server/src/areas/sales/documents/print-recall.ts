import { sql } from 'kysely';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { PrintedCompany } from '@bobina/contract/sales/printed-documents.ts';
import type { Recall } from '@bobina/contract/system/trace.ts';
import type { Caller } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { readCompanyRecord } from '../shared/party-snapshot.ts';
import { printInThread } from './print/printer.ts';

/** Renders a recall as a PDF, in the user's turn. Company data that are missing are left blank: a recall does not wait. */
export async function printRecall(
  db: Db,
  { recall, language, user }: { recall: Recall; language: Language; user: Pick<Caller, 'id'> },
): Promise<Buffer> {
  const company = await printedCompany(db);
  const { rows } = await sql<{ time_zone: string }>`select time_zone from settings`.execute(db);
  const report = { recall, company, language, time_zone: rows[0]!.time_zone };
  return printInThread({ kind: 'recall', report }, user.id);
}

/** Reads the company as it is printed; missing data are left blank. */
export async function printedCompany(db: Db): Promise<PrintedCompany> {
  const { business_name, address, city, zip_code, vat_number, ...company } = await readCompanyRecord(db);
  return {
    ...company,
    business_name: business_name ?? '',
    address: address ?? '',
    city: city ?? '',
    zip_code: zip_code ?? '',
    vat_number: vat_number ?? '',
  };
}
