/** The calls that a replica may answer: expensive reads of past days. All other calls read the primary. */
import { contract } from '@bobina/contract/contract.ts';
import type { Endpoint } from '@bobina/contract/core/endpoint.ts';

type Asked = { query?: { as_of?: string | undefined } };

const REPORTS = new Map<Endpoint, (input: Asked) => boolean>([
  [contract.valuation.get, () => true],
  [contract.purchaseProposals.list, () => true],
  [contract.dashboard.stockValue, () => true],
  [contract.runReports.yield, () => true],
  [contract.runReports.worstRuns, () => true],
  [contract.runReports.margins, () => true],
  [contract.stock.list, ({ query }) => query?.as_of !== undefined],
  [contract.stock.ofProduct, ({ query }) => query?.as_of !== undefined],
]);

/** Whether a call with this input is a report, which a replica may answer. */
export function isReport(row: Endpoint, input: unknown): boolean {
  return REPORTS.get(row)?.(input as Asked) ?? false;
}
