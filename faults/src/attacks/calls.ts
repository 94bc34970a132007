/** Every call of the contract, in the order of its one table: what the attacks are generated from. */
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
/** An endless answer: it is attacked by those who read slowly. */
export function isStream({ row }: Call): boolean {
  return row === contract.system.events;
}
export function isPublic({ row }: Call): boolean {
  return row.needs === 'public';
}

/** @param values of the parameters, put in as they are. @returns the path with its `/api` */
export function pathOf({ row }: Call, values: Record<string, string | number>): string {
  return pathParameters(row.path).reduce(
    (path, { name }) => path.replace(new RegExp(`\\{${name}(:text)?\\}`), () => String(values[name])),
    `/api${row.path}`,
  );
}
