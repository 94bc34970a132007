import { ApiProblem } from '../../lib/api/problem.ts';
import type { Acts } from '../../lib/api/acts.ts';
import { reasonOf, type BulkAct } from './bulk-act.tsx';

/** Number of portions into which a small selection is split, so that the progress bar advances. */
const STEPS = 20;

export interface BulkOutcome<Row> {
  done: Row[];
  failed: { row: Row; reason: string }[];
}

/**
 * Runs an act on rows in portions of at most `act.most`. Rows for which it failed, and rows that were not sent because
 * the user stopped the act or the server cannot be reached, are returned with the reason.
 * @param onProgress receives the number of rows with a result, and the number of all rows
 * @param notSent reason for the rows that were not sent
 * @param options collects the acts that can be undone
 */
export async function runBulk<Row>(
  act: Pick<BulkAct<Row>, 'run' | 'refuse' | 'most'>,
  rows: readonly Row[],
  {
    onProgress,
    signal,
    notSent,
    options,
  }: {
    onProgress: (done: number, total: number) => void;
    signal: AbortSignal;
    notSent: string;
    options: Acts['options'];
  },
): Promise<BulkOutcome<Row>> {
  const refusals = rows.map((row) => ({ row, reason: act.refuse?.(row) }));
  const failed = refusals.filter((one): one is { row: Row; reason: string } => one.reason !== undefined);
  const wanted = refusals.filter(({ reason }) => reason === undefined).map(({ row }) => row);
  const size = Math.max(1, Math.min(act.most, Math.ceil(wanted.length / STEPS)));
  const done: Row[] = [];
  onProgress(failed.length, rows.length);
  for (let start = 0; start < wanted.length; start += size) {
    const portion = wanted.slice(start, start + size);
    if (signal.aborted) {
      failed.push(...wanted.slice(start).map((row) => ({ row, reason: notSent })));
      break;
    }
    try {
      const results = await act.run(portion, options);
      for (const [index, row] of portion.entries()) {
        const message = results[index] === undefined ? notSent : results[index].message;
        if (message === null) done.push(row);
        else failed.push({ row, reason: message });
      }
    } catch (error) {
      failed.push(...portion.map((row) => ({ row, reason: reasonOf(error) })));
      // Without a connection or a session, the next portions would fail after the same wait.
      if (error instanceof ApiProblem && (error.isPassing || error.status === 401)) {
        failed.push(...wanted.slice(start + size).map((row) => ({ row, reason: notSent })));
        break;
      }
    }
    onProgress(done.length + failed.length, rows.length);
  }
  return { done, failed };
}
