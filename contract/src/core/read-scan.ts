/** Interprets scanned codes: goods by code, barcode or GTIN, and their batch. */
import type { Day } from './dates.ts';
import { gtin14, readGs1 } from './gs1.ts';
import { shownScan } from './scan-text.ts';

export interface Wanted {
  /** A product code or barcode. */
  code: string;
  batch: string | null;
  production: Day | null;
  expiry: Day | null;
}

/** Separates product and batch on labels of goods without a GTIN: present on every keyboard and rare in codes. */
const SEPARATOR = '*';

/** The numbers that reels get. Scanners and hands may send them in lower case. */
const REEL = /^R\d{2}-\d{6,}$/i;

/** Whether a text is the number of a reel, in any case. */
export function isReelNumber(text: string): boolean {
  return REEL.test(text);
}

/** The code on a batch label when GS1 cannot encode it. */
export function ownLabel(product: string, batch: string): string {
  return `${product}${SEPARATOR}${batch}`;
}

/** All interpretations of a scan, most likely first: a GS1 label, a plain code, a label of this application. */
export function readScan(scanned: string): Wanted[] {
  const plain = shownScan(scanned);
  const gs1 = readGs1(scanned.trim());
  return [
    ...(gs1
      ? [{ code: gs1.gtin, batch: gs1.batch && batchOf(gs1.batch), production: gs1.production, expiry: gs1.expiry }]
      : []),
    { code: plain, batch: null, production: null, expiry: null },
    ...readOwn(plain),
  ];
}

/** The search text of a scan: the part that identifies the goods. */
export function searchTermOf(scanned: string): string {
  const plain = shownScan(scanned);
  return readGs1(scanned.trim())?.gtin.replace(/^0+/, '') ?? readOwn(plain)[0]?.code ?? plain;
}

/** The search text for the object of a scan: the batch, if the label contains one, with its product. */
export function namedBy(scanned: string): string {
  const gs1 = readGs1(scanned.trim());
  if (gs1 === null) return shownScan(scanned);
  return gs1.batch === null ? gs1.gtin : ownLabel(gs1.gtin, gs1.batch);
}

/**
 * The batch on a label of this product; any other text is the batch itself, a reel in capitals. Where the barcode of the product is not known
 * (undefined), the label of any GTIN is accepted.
 */
export function batchIn(scanned: string, product: { code: string; barcode?: string | null }): string {
  const isOurs = ({ code }: Wanted) => {
    const gtin = gtin14(code);
    if (code.toLowerCase() === product.code.toLowerCase()) return true;
    return gtin !== null && (product.barcode === undefined || gtin === gtin14(product.barcode));
  };
  return (
    readScan(scanned).find((wanted) => wanted.batch !== null && isOurs(wanted))?.batch ?? batchOf(shownScan(scanned))
  );
}

/** A batch as stock names it: the numbers of reels have capitals, other batches are kept as written. */
function batchOf(text: string): string {
  return isReelNumber(text) ? text.toUpperCase() : text;
}

/** All splits of an application label, because codes and batches may contain the separator. */
function readOwn(plain: string): Wanted[] {
  return [...plain.matchAll(/\*/g)]
    .map(({ index }) => ({ code: plain.slice(0, index).trim(), batch: plain.slice(index + 1).trim() }))
    .filter(({ code, batch }) => code !== '' && batch !== '')
    .map(({ code, batch }) => ({ code, batch: batchOf(batch), production: null, expiry: null }));
}
