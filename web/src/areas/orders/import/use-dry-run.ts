import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { nextKey } from '../../../ui/lines/priced-line.ts';
import { findingsOf, packRows, type Finding } from './parcels.rules.ts';
import type { ReadRow } from './rows.rules.ts';

/** Time-out of one request in milliseconds. */
const TIMEOUT = 60_000;

export interface DryRun {
  /** Number of orders that would be created. */
  orders: number;
  /** Codes without an active product, with their rows in the spreadsheet. */
  unknown: { code: string; rows: number[] }[];
  findings: readonly Omit<Finding, 'id'>[];
}

/** Asks the server what importing the rows for this customer would do. Sends one dry run per customer and file. */
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
  const findings: Omit<Finding, 'id'>[] = [];
  for (const parcel of packRows(rows)) {
    const body = { orders: parcel.orders, customerId, dry_run: true };
    const answer = await api.customerOrders.bulkImport({ body }, { timeout: TIMEOUT, signal });
    orders += answer.success;
    findings.push(...findingsOf(answer, parcel));
    for (const code of answer.errors.flatMap(({ products }) => products)) missing.add(code);
  }
  const sent = rows.filter(({ state }) => state !== 'skipped');
  const unknown = [...missing].map((code) => ({
    code,
    rows: sent.filter(({ codice_prodotto }) => codice_prodotto === code).map(({ row }) => row),
  }));
  return { orders, unknown, findings };
}
