/** The API reference explains every refusal of a call: an API test that meets another one fails. */
import assert from 'node:assert/strict';
import { contract } from '@bobina/contract/contract.ts';
import { pathParameters, type Contract, type Endpoint } from '@bobina/contract/core/endpoint.ts';
import type { ErrorCode } from '@bobina/contract/core/errors.ts';
import { documentedErrors } from '../platform/http/openapi.ts';

/** The calls with the fewest parameters first: `/users/me` before `/users/{id}`. */
const CALLS = Object.entries(contract as Record<string, Contract>)
  .flatMap(([module, calls]) => Object.entries(calls).map(([name, row]) => ({ name: `${module}.${name}`, row })))
  .toSorted((a, b) => pathParameters(a.row.path).length - pathParameters(b.row.path).length)
  .map(({ name, row }) => ({ name, row, pattern: patternOf(row), codes: documentedErrors(row) }));

/**
 * Compares the code of a refusal with the API reference. Paths outside the contract are not checked, and neither is
 * `INTERNAL`, which is no refusal.
 * @throws AssertionError for a code that the reference does not explain for the call
 */
export function assertDocumented(method: string, path: string, code: ErrorCode | undefined): void {
  const [bare] = path.split('?');
  const call = CALLS.find(({ row, pattern }) => row.method === method && pattern.test(bare!));
  if (!call || code === undefined || code === 'INTERNAL') return;
  assert.ok(call.codes.has(code), `${call.name} answers ${code}, which its errors in the contract do not explain`);
}

function patternOf({ path }: Endpoint): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+(:text)?\}/g, '[^/]+')}$`);
}
