/**
 * What the client has to know of each call: four words of the contract's row. Vite works this file out when it builds
 * (`build/calls.ts`), so that no schema travels with it; a screen that checks a form brings the schema of its own.
 */
import type { Endpoint } from '@bobina/contract/core/endpoint.ts';
import { contract } from '@bobina/contract/contract.ts';

export type CallRow = Pick<Endpoint, 'method' | 'path' | 'idempotent' | 'paged'>;

function rowOf({ method, path, idempotent, paged }: Endpoint): CallRow {
  return { method, path, idempotent, paged };
}

export const calls: Record<string, Record<string, CallRow>> = Object.fromEntries(
  Object.entries(contract).map(([area, rows]) => [
    area,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, rowOf(row)])),
  ]),
);
