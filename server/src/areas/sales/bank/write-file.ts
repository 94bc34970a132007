import type { SlipKind } from '@bobina/contract/sales/bank.ts';
import type { BankFile } from './bank-file.ts';
import { ribaFile } from './riba.ts';
import { creditTransferFile, directDebitFile } from './sepa.ts';

const WRITERS: Record<SlipKind, { write: (file: BankFile) => string; type: 'text/plain' | 'application/xml' }> = {
  riba: { write: ribaFile, type: 'text/plain' },
  pain008: { write: directDebitFile, type: 'application/xml' },
  pain001: { write: creditTransferFile, type: 'application/xml' },
};

/** Writes the file of a kind. */
export function writeBankFile(file: BankFile): string {
  return WRITERS[file.kind].write(file);
}

/** The media type of a kind. */
export function bankFileType(kind: SlipKind): 'text/plain' | 'application/xml' {
  return WRITERS[kind].type;
}

/** The name under which a file is saved. */
export function bankFileName(kind: SlipKind, rest: string): string {
  return `${kind}-${rest}.${bankFileType(kind) === 'text/plain' ? 'txt' : 'xml'}`;
}
