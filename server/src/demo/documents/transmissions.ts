import type { DocumentFile } from '@bobina/contract/sales/document-files.ts';
import type { InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import type { Chance } from '../chance.ts';
import { frenchReceipt, italianReceipt, type ReceiptCode, type Transmitted } from './receipts.ts';
import type { Office, Topic } from './topic.ts';

const FIRST_SERIAL = 111_001;
/** Weeks before today in which a file is rejected. The last one waits for its correction. */
const REJECTED = [24, 9, 1];

/**
 * On Mondays the files of the last week have been transmitted, and receipts arrive: delivered, undeliverable, accepted by a
 * public body, and some rejected and issued again. The newest files are handed over or still to send.
 */
export const transmitFiles: Topic = async (office, chance) => {
  const { call } = office;
  let serial = FIRST_SERIAL;
  return async ({ weekday, daysAgo, day }) => {
    if (daysAgo === 0) await handOver(office);
    if (weekday !== 1 || daysAgo < 3) return;
    const open = await call<InvoiceRow[]>('GET', '/invoices?transmission=to_send&sort=invoice_number&limit=1000');
    const files: { name: string; content: string }[] = [];
    let rejected: number | undefined;
    const week = Math.floor(daysAgo / 7);
    for (const row of open) {
      const isRejected = rejected === undefined && row.type === 'invoice' && REJECTED.includes(week);
      if (isRejected) rejected = row.id;
      files.push(
        receiptFor(office, chance, { file: await fileOf(office, row, day), row, isRejected, serial: serial++ }),
      );
    }
    for (let at = 0; at < files.length; at += 50)
      await call('POST', '/transmissions/receipts', { files: files.slice(at, at + 50) });
    if (rejected !== undefined && week !== REJECTED.at(-1)) await call('PUT', `/invoices/${rejected}/reissue`, {});
  };
};

interface Answered {
  file: Transmitted;
  row: InvoiceRow;
  isRejected: boolean;
  serial: number;
}

function receiptFor({ country, cases }: Office, chance: Chance, { file, row, isRejected, serial }: Answered) {
  if (country === 'FR') return frenchReceipt(isRejected ? '213' : chance.next() < 0.8 ? '200' : '212', file, serial);
  const isPublic = row.customer_id === cases.get('publicBody') && row.type === 'invoice';
  const code: ReceiptCode = isRejected ? 'NS' : isPublic ? 'NE' : chance.next() < 0.9 ? 'RC' : 'MC';
  return italianReceipt(code, file, serial);
}

/** The file of an invoice; French platforms name the document instead. */
async function fileOf(
  { call, country }: Office,
  { id, invoice_number }: InvoiceRow,
  day: string,
): Promise<Transmitted> {
  const number = invoice_number!;
  if (country === 'FR') return { name: '', sha256: '', number, day };
  const files = await call<DocumentFile[]>('GET', `/invoices/${id}/files`);
  const { name, sha256 } = files.findLast(({ format }) => format === 'fatturapa')!;
  return { name, sha256, number, day };
}

/** Hands over half of the files to send. */
async function handOver({ call }: Office): Promise<void> {
  const open = await call<InvoiceRow[]>('GET', '/invoices?transmission=to_send&sort=invoice_number&limit=1000');
  for (const { id } of open.slice(0, Math.floor(open.length / 2)))
    await call('POST', `/invoices/${id}/transmissions`, { event: 'handed_over' });
}
