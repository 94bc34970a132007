import type { Day } from '@bobina/contract/core/dates.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { PickingSheet } from '@bobina/contract/sales/printed-documents.ts';
import type { Db } from '../../../platform/database/db.ts';
import { companyToday } from '../../registry/index.ts';
import { readShipmentsOf } from '../packing-lists/ready-to-ship.ts';
import { requireCompleteCompany, readCompanyRecord } from '../shared/party-snapshot.ts';

/**
 * Reads the picking sheet of order lines that can be shipped. @throws INCOMPLETE_DOCUMENT while the company register
 * lacks a required field
 */
export async function readPickingSheet(
  db: Db,
  { items, day, language }: { items: readonly number[]; day: Day | undefined; language: Language },
): Promise<PickingSheet> {
  return {
    language,
    day: day ?? (await companyToday(db)),
    company: requireCompleteCompany(await readCompanyRecord(db)),
    shipments: await readShipmentsOf(db, { items, day }),
  };
}
