/** Maps errors of the ledger functions to API problems. */
import { DatabaseError } from 'pg';
import { GREATEST } from '@bobina/contract/core/decimal.ts';
import { Problem } from '../../platform/problem.ts';
import type { PostingLine } from './posting-line.ts';

interface Detail {
  product_id: number;
  warehouse_id: number;
  batch_number: string;
  /** The available quantity. */
  available: number;
  /** The first day whose closing balance would be negative, and that balance. */
  day?: string;
  quantity?: number;
  /** The machine that the reel is mounted on. */
  machine_code?: string;
}

/** Returns the API problem for an error of `post_stock`, or undefined for any other error. */
export function refusalOf(error: unknown, lines: readonly PostingLine[]): Problem | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  if (error.code === '22003') return tooMuch(lines);
  if (!error.detail) return undefined;
  if (error.constraint === 'stock_not_negative') return insufficient(JSON.parse(error.detail) as Detail, lines);
  if (error.constraint === 'batches_one_date') return otherDates(JSON.parse(error.detail) as Detail, lines);
  if (error.constraint === 'batches_on_hold') return notAvailable('ON_HOLD', JSON.parse(error.detail) as Detail, lines);
  if (error.constraint === 'reels_mounted')
    return notAvailable('REEL_MOUNTED', JSON.parse(error.detail) as Detail, lines);
  if (error.constraint === 'reels_loaded_once') return loadedAgain(JSON.parse(error.detail) as Detail, lines);
  return undefined;
}

function isOf(line: PostingLine, detail: Detail) {
  return line.product_id === detail.product_id && (line.batch_number ?? '') === detail.batch_number;
}

function insufficient(detail: Detail, lines: readonly PostingLine[]): Problem {
  const { available, day, quantity } = detail;
  const taking = lines.find(
    (line) => isOf(line, detail) && line.movement_type !== 'C' && line.warehouse_id === detail.warehouse_id,
  );
  const path = (taking ?? lines.find((line) => isOf(line, detail)) ?? lines[0])?.paths?.quantity;
  return new Problem('INSUFFICIENT_STOCK', {
    ...(day !== undefined && { text: 'INSUFFICIENT_STOCK_ON_DAY' }),
    values: { available, ...(day !== undefined && { day, quantity: quantity! }) },
    extra: { available },
    ...(path !== undefined && { fields: [{ path, code: 'max', values: { max: available } }] }),
  });
}

function otherDates(detail: Detail, lines: readonly PostingLine[]): Problem {
  const path = lines.findLast((line) => isOf(line, detail))?.paths?.batch_number;
  return new Problem('BATCH_DATES', {
    values: { batch: detail.batch_number },
    ...(path !== undefined && { fields: [{ path, code: 'exists' }] }),
  });
}

/** A batch on hold, or a reel on a machine. */
function notAvailable(code: 'ON_HOLD' | 'REEL_MOUNTED', detail: Detail, lines: readonly PostingLine[]): Problem {
  const { batch_number, machine_code } = detail;
  const path = lines.find((line) => isOf(line, detail))?.paths?.batch_number;
  return new Problem(code, {
    values: { batch: batch_number, machine: machine_code ?? '' },
    extra: { batch_number, ...(code === 'REEL_MOUNTED' && { machine_code: machine_code! }) },
    ...(path !== undefined && { fields: [{ path, code: 'notAvailable' }] }),
  });
}

function loadedAgain(detail: Detail, lines: readonly PostingLine[]): Problem {
  const path = lines.find((line) => isOf(line, detail) && line.movement_type === 'C')?.paths?.batch_number;
  return new Problem('VALIDATION', { fields: [{ path: path ?? 'batch_number', code: 'reel_exists' }] });
}

/** A balance has the same number of digits as a quantity. */
function tooMuch(lines: readonly PostingLine[]): Problem {
  const path = lines[0]?.paths?.quantity;
  return new Problem(
    'VALIDATION',
    path === undefined ? {} : { fields: [{ path, code: 'max', values: { max: GREATEST } }] },
  );
}
