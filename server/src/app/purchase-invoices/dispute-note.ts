/** The note to a supplier about a disputed invoice: the invoice is purchasing's, the print parts are those of sales. */
import { sql } from 'kysely';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { DisputeNote } from '@bobina/contract/purchasing/purchase-invoices.ts';
import type { PurchaseOrderReport } from '@bobina/contract/sales/printed-documents.ts';
import { languageOfCountry } from '../../areas/sales/documents/document-texts.ts';
import { pdfOf } from '../../areas/sales/documents/pdf-answer.ts';
import { countryOf } from '@bobina/contract/registry/countries.ts';
import { requireCompleteCompany, readCompanyRecord } from '../../areas/sales/shared/party-snapshot.ts';
import type { Caller } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import type { FileAnswer } from '../../platform/http/file-answer.ts';
import { Problem } from '../../platform/problem.ts';
import { readPurchaseInvoice } from './invoice-rows.ts';

interface Read {
  note: DisputeNote;
  supplier: PurchaseOrderReport['supplier'];
}

/** Reads the note; without a supplier of the register it is in Italian. @throws NOT_FOUND, INVALID_TRANSITION */
export async function readDisputeNote(
  db: Db,
  { id, lang }: { id: number; lang?: Language | undefined },
): Promise<Read> {
  const invoice = await readPurchaseInvoice(db, id);
  const { number, document_date, supplier_name, dispute_notes: notes, disputed_at, currency, total_amount } = invoice;
  if (notes === null || disputed_at === null) throw new Problem('INVALID_TRANSITION');
  const supplier = await readSupplier(db, invoice.supplier_id, supplier_name);
  return {
    supplier,
    note: {
      ...{ id, number, document_date, supplier_name, notes, disputed_at, currency, total_amount },
      language: lang ?? languageOfCountry(supplier.country_code),
      lines: invoice.lines.map(({ position, description, match, differences }) => ({
        position,
        description,
        match,
        differences,
      })),
    },
  };
}

/** Prints the note. @throws INCOMPLETE_DOCUMENT while the company register lacks a required field */
export async function printDisputeNote(db: Db, { note, supplier }: Read, user: Caller): Promise<FileAnswer> {
  const company = requireCompleteCompany(await readCompanyRecord(db));
  return pdfOf(note.number, { kind: 'dispute_note', report: { ...note, supplier, company } }, user);
}

async function readSupplier(db: Db, id: number | null, name: string): Promise<Read['supplier']> {
  const { rows } = await sql<Read['supplier']>`
    select id, business_name, nullif(vat_number, '') as vat_number, null as tax_code, address, city,
      nullif(province, '') as province, nullif(zip_code, '') as zip_code, nullif(country, '') as country, country_code
    from suppliers where id = ${id}`.execute(db);
  const found = rows[0];
  if (found) return { ...found, country_code: countryOf(found) };
  const unknown = { tax_code: null, vat_number: null, province: null, zip_code: null, country: null };
  return { id: 0, business_name: name, address: '', city: '', ...unknown, country_code: 'IT' };
}
