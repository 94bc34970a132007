import type { ReceiptResult, ReceiptsInput } from '@bobina/contract/sales/transmissions.ts';
import type { Act } from '../../../platform/context.ts';
import type { ManyActs } from '../../../platform/http/many-acts.ts';
import { openUpload, type IncomingFile } from '../../../platform/incoming-files/open-file.ts';
import { Problem } from '../../../platform/problem.ts';
import { nameOfInvoice } from '../invoices/lock-invoice.ts';
import { takeReceipt } from './take-receipt.ts';

/** Takes uploaded receipts, each in a separate act. A file that cannot be opened is `unreadable`. */
export async function takeReceipts(acts: ManyActs, { files }: ReceiptsInput): Promise<{ results: ReceiptResult[] }> {
  const items = files.flatMap((file) => openUpload({ name: file.name, bytes: Buffer.from(file.content, 'base64') }));
  const done = await acts.each({ items, act: takeInAct });
  return {
    results: done.map(({ item, outcome }) => {
      // The acts of receipts refuse nothing; other errors are faults of the server.
      if (outcome.problem) throw new Problem('UNAVAILABLE', { retryAfterSeconds: 5 });
      return { ...outcome.answer, name: item.name };
    }),
  };
}

async function takeInAct(act: Act, file: IncomingFile): Promise<Omit<ReceiptResult, 'name'>> {
  const { receipt_id, isNew, name, ...result } = await takeReceipt(act.tx, { ...file, user: act.user.id });
  if (result.status === 'taken') {
    const invoice = await act.tx
      .selectFrom('invoices')
      .select(['id', 'invoice_number', 'version', 'transmission'])
      .where('id', '=', result.invoice_id!)
      .executeTakeFirstOrThrow();
    act.record('receipt', 'invoices', invoice.id, `${nameOfInvoice(invoice)} · ${name}`, invoice.version);
    act.changed('transmissions', receipt_id);
  } else if (result.status === 'unmatched' && isNew) act.record('create', 'transmissions', receipt_id, name);
  return result;
}
