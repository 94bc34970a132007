/** The calls that a replica may answer: those that read much and tell of days past. All others belong to daily work. */
import { contract } from '@bobina/contract/contract.ts';
import type { Endpoint } from '@bobina/contract/core/endpoint.ts';

type Asked = { query?: { as_of?: string | undefined } };

const REPORTS = new Map<Endpoint, (input: Asked) => boolean>([
  [contract.valuation.get, () => true],
  [contract.stock.list, ({ query }) => query?.as_of !== undefined],
  [contract.stock.ofProduct, ({ query }) => query?.as_of !== undefined],
]);

export function isReport(row: Endpoint, input: unknown): boolean {
  return REPORTS.get(row)?.(input as Asked) ?? false;
}
