/** Every call of the contract, in the order of the contract's table. The attacks are generated from this list. */
import { contract } from '@bobina/contract/contract.ts';
import { pathParameters, type Contract, type Endpoint } from '@bobina/contract/core/endpoint.ts';

export interface Call {
  /** `products.create` */
  name: string;
  module: string;
  row: Endpoint;
}
export const CALLS: readonly Call[] = Object.entries(contract as Record<string, Contract>).flatMap(([module, rows]) =>
  Object.entries(rows).map(([name, row]) => ({ name: `${module}.${name}`, module, row })),
);
/** Whether the call answers with an endless stream. `slow-clients` attacks these calls. */
export function isStream({ row }: Call): boolean {
  return row === contract.system.events;
}

/** Whether the call needs no session. */
export function isPublic({ row }: Call): boolean {
  return row.needs === 'public';
}

/** @param values of the path parameters, inserted unescaped @returns the path with its `/api` prefix */
export function pathOf({ row }: Call, values: Record<string, string | number>): string {
  return pathParameters(row.path).reduce(
    (path, { name }) => path.replace(new RegExp(`\\{${name}(:text)?\\}`), () => String(values[name])),
    `/api${row.path}`,
  );
}
