import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { nextKey } from '../../../ui/lines/priced-line.ts';
import { packRows } from './parcels.rules.ts';
import type { ReadRow } from './rows.rules.ts';

/** Milliseconds for one request. */
const TIMEOUT = 60_000;

export interface DryRun {
  /** Orders that would be created. */
  orders: number;
  /** Codes that no active product has, with their rows of the spreadsheet. */
  unknown: { code: string; rows: number[] }[];
}

/** What the server would do with the rows for this customer, without doing it. Asked once per customer and file. */
export function useDryRun(
  rows: readonly ReadRow[],
  customerId: number | null,
): { result?: DryRun; hasFailed: boolean } {
  const [file] = useState(nextKey);
  const { data, isError } = useQuery({
    queryKey: ['customerOrdersDryRun', file, customerId],
    queryFn: ({ signal }) => dryRun(rows, customerId!, signal),
    enabled: customerId !== null,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  return { ...(data && customerId !== null && { result: data }), hasFailed: isError };
}

async function dryRun(rows: readonly ReadRow[], customerId: number, signal: AbortSignal): Promise<DryRun> {
  let orders = 0;
  const missing = new Set<string>();
  for (const parcel of packRows(rows)) {
    const body = { orders: parcel.orders, customerId, dry_run: true };
    const { success, errors } = await api.customerOrders.bulkImport({ body }, { timeout: TIMEOUT, signal });
    orders += success;
    for (const code of errors.flatMap(({ products }) => products)) missing.add(code);
  }
  const sent = rows.filter(({ state }) => state !== 'skipped');
  const unknown = [...missing].map((code) => ({
    code,
    rows: sent.filter(({ codice_prodotto }) => codice_prodotto === code).map(({ row }) => row),
  }));
  return { orders, unknown };
}
