import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import type { Db } from '../../platform/database/db.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import type { IncomingFile } from '../../platform/incoming-files/open-file.ts';
import { UnreadableFile } from '../../platform/incoming-files/read-xml.ts';
import { takeInvoiceFile } from './take-file.ts';

/**
 * Takes an invoice of a supplier from the exchange folder.
 * @returns undefined when it cannot be read @throws the errors of the database
 */
export async function takeFromExchange(db: Db, file: IncomingFile): Promise<ChangeEvent[] | undefined> {
  try {
    const taken = await inTransaction(db, (tx) => takeInvoiceFile(tx, { ...file, user: null }));
    return taken.filter(({ isNew }) => isNew).map(({ id }) => ({ entity: 'purchase-invoices', id, version: null }));
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined;
    throw error;
  }
}
