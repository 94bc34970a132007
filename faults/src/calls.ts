/** The writing calls of the contract, and the call that a request goes to. */
import { contract } from '@bobina/contract/contract.ts';
import type { Contract, Endpoint } from '@bobina/contract/core/endpoint.ts';

/** Every writing call with its name, such as `runs.mount`. */
export const WRITING_CALLS = Object.entries(contract as Record<string, Contract>).flatMap(([module, rows]) =>
  Object.entries(rows)
    .filter(([, row]) => row.method !== 'GET')
    .map(([name, row]): [string, Endpoint] => [`${module}.${name}`, row]),
);

/** The names of the acts of reels and runs. */
export const CRAFT_CALLS = WRITING_CALLS.map(([name]) => name).filter((name) =>
  /^(?:reels|batches|pallets|recalls|runs)\./.test(name),
);

/** Names the call with a method and a path; a fixed part of a path goes before a parameter. */
export function callOf(method: string, asked: string): string | undefined {
  const parts = asked.split('?')[0]!.split('/');
  const fits = WRITING_CALLS.filter(([, row]) => {
    const pattern = row.path.split('/');
    return (
      row.method === method &&
      pattern.length === parts.length &&
      pattern.every((part, at) => part.startsWith('{') || part === parts[at])
    );
  });
  const fixed = ([, row]: [string, Endpoint]) => row.path.split('/').filter((part) => !part.startsWith('{')).length;
  return fits.toSorted((a, b) => fixed(b) - fixed(a))[0]?.[0];
}
