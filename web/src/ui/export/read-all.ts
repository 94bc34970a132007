import type { ListCall } from '../../lib/api/client.ts';

const PAGE = 1000;

/** All rows of a list, a thousand at a time. @param onProgress rows read, rows in all */
export async function readAll<Row>(
  call: ListCall<Row>,
  query: Record<string, unknown>,
  {
    signal,
    onProgress,
    most = Infinity,
  }: { signal?: AbortSignal; onProgress?: (done: number, total: number) => void; most?: number } = {},
): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await call({ query: { ...query, limit: PAGE, offset: rows.length } }, signal && { signal });
    rows.push(...page.rows);
    onProgress?.(rows.length, Math.max(page.total, rows.length));
    if (page.rows.length === 0 || rows.length >= Math.min(page.total, most)) return rows;
  }
}
