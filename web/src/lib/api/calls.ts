/**
 * The four properties of each call that the client needs. Vite evaluates this module at build time (`build/calls.ts`),
 * so that the contract's schemas stay out of the first load; a screen with a form imports its own schema.
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
