import { shownScan } from '@bobina/contract/core/scan-text.ts';
import type { Run, RunInput } from '@bobina/contract/production/runs.ts';
import type { Scanned } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import type { Formats } from '../../../lib/formats.ts';

/** The meaning of a code at a machine: a mounted reel is returned, another reel is mounted, and for a batch the user enters the quantity. */
export type Meaning =
  | { kind: 'return'; input: RunInput }
  | { kind: 'mount'; found: Scanned }
  | { kind: 'choose'; found: readonly Scanned[] }
  | { kind: 'unknown' };

/** Returns the inputs that are mounted now. */
export function mountedInputs({ inputs }: Pick<Run, 'inputs'>): RunInput[] {
  return inputs.filter(({ is_reel, dismounted_at }) => is_reel && dismounted_at === null);
}

/**
 * Looks up a scanned or typed code.
 * @throws ApiProblem for other failures than an unknown code
 */
export async function resolveScan(code: string, run: Run): Promise<Meaning> {
  const found = await findCode(code);
  const [only, second] = found;
  if (second) return { kind: 'choose', found };
  const text = shownScan(code).toLowerCase();
  const input = mountedInputs(run).find(
    ({ batch_id, batch_number }) => batch_id === only?.batch_id || (!only && batch_number.toLowerCase() === text),
  );
  if (input) return { kind: 'return', input };
  return only ? { kind: 'mount', found: only } : { kind: 'unknown' };
}

/** The number of a reel or batch. */
export function numberOf(found: Scanned): string {
  return found.kind === 'reel' ? found.code : found.batch_number;
}

/** The number of a reel with its product and width, so that a wrong one is noticed; of a batch its number. */
export function goodsOf(found: Scanned, formats: Pick<Formats, 'quantity'>): string {
  return found.kind === 'reel'
    ? [found.code, found.product_name, formats.quantity(found.width_mm, 'mm')].join(' · ')
    : numberOf(found);
}

/** Finds the reels and batches of a code; none if nothing has it. @throws ApiProblem for other failures */
export async function findCode(code: string): Promise<readonly Scanned[]> {
  try {
    return await api.reels.scan({ query: { code } });
  } catch (error) {
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return [];
    throw error;
  }
}
