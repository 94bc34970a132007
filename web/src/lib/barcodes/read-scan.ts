/** What a scanned code may name: goods by their code, barcode or GTIN, and their batch. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { GS, gtin14, readGs1 } from './gs1.ts';

export interface Wanted {
  /** A product's code or barcode. */
  code: string;
  batch: string | null;
  production: Day | null;
  expiry: Day | null;
}

/** Between product and batch on labels of goods without a GTIN: on every keyboard, and rare in codes. */
const SEPARATOR = '*';

/** The code of a batch's label where GS1 cannot say it. */
export function ownLabel(product: string, batch: string): string {
  return `${product}${SEPARATOR}${batch}`;
}

/** How a code is shown: without the prefix of the scanner, its separators as blanks. */
export function shownScan(scanned: string): string {
  return scanned
    .replace(/^\][A-Za-z]\w/, '')
    .replaceAll(GS, ' ')
    .trim();
}

/** All that a scan may mean, the likeliest first: a GS1 label, a code alone, a label of our own. */
export function readScan(scanned: string): Wanted[] {
  const plain = shownScan(scanned);
  const gs1 = readGs1(scanned.trim());
  return [
    ...(gs1 ? [{ code: gs1.gtin, batch: gs1.batch, production: gs1.production, expiry: gs1.expiry }] : []),
    { code: plain, batch: null, production: null, expiry: null },
    ...readOwn(plain),
  ];
}

/** What to search for where any text is searched: as much of it as names the goods. */
export function soughtBy(scanned: string): string {
  const plain = shownScan(scanned);
  return readGs1(scanned.trim())?.gtin.replace(/^0+/, '') ?? readOwn(plain)[0]?.code ?? plain;
}

/** The batch that a label of this product names; any other text is the batch itself. */
export function batchIn(scanned: string, product: { code: string; barcode: string | null }): string {
  const isOurs = ({ code }: Wanted) =>
    code.toLowerCase() === product.code.toLowerCase() || (gtin14(code) ?? '') === gtin14(product.barcode);
  return readScan(scanned).find((wanted) => wanted.batch !== null && isOurs(wanted))?.batch ?? shownScan(scanned);
}

/** The ways to read a label of our own: codes and batches may hold the separator, too. */
function readOwn(plain: string): Wanted[] {
  return [...plain.matchAll(/\*/g)]
    .map(({ index }) => ({ code: plain.slice(0, index).trim(), batch: plain.slice(index + 1).trim() }))
    .filter(({ code, batch }) => code !== '' && batch !== '')
    .map((wanted) => ({ ...wanted, production: null, expiry: null }));
}
