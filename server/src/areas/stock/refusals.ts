/** What the ledger refuses, in the words of the API. */
import { DatabaseError } from 'pg';
import { GREATEST } from '@bobina/contract/core/decimal.ts';
import { Problem } from '../../platform/problem.ts';
import type { PostingLine } from './posting-line.ts';

interface Detail {
  product_id: number;
  warehouse_id: number;
  batch_number: string;
  /** How much could be taken. */
  available: number;
  /** The first day that would end below zero, and at what. */
  day?: string;
  quantity?: number;
}

/** The refusal that an error of `post_stock` stands for, if it is one. */
export function refusalOf(error: unknown, lines: readonly PostingLine[]): Problem | undefined {
  if (!(error instanceof DatabaseError)) return undefined;
  if (error.code === '22003') return tooMuch(lines);
  if (!error.detail) return undefined;
  if (error.constraint === 'stock_not_negative') return insufficient(JSON.parse(error.detail) as Detail, lines);
  if (error.constraint === 'batches_one_date') return otherDates(JSON.parse(error.detail) as Detail, lines);
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

/** A balance has as many digits as a quantity. */
function tooMuch(lines: readonly PostingLine[]): Problem {
  const path = lines[0]?.paths?.quantity;
  return new Problem(
    'VALIDATION',
    path === undefined ? {} : { fields: [{ path, code: 'max', values: { max: GREATEST } }] },
  );
}
