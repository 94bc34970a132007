/** The lists of the contract, for tests that are generic over all of them. */
import assert from 'node:assert/strict';
import { contract } from '@bobina/contract/contract.ts';
import { pathParameters, type Contract, type Endpoint } from '@bobina/contract/core/endpoint.ts';
import { roleCan, type Role } from '@bobina/contract/core/permissions.ts';
import type { z } from 'zod';
import { assertProblem, type Answer } from './api.ts';

type Row = Record<string, unknown>;
interface ListCall {
  /** `products.list`. */
  name: string;
  row: Endpoint;
  fields: Record<string, z.ZodType>;
  /** Its path, with the id 1 in place of parameters. */
  path: string;
}

/** All lists of the contract. */
export const LISTS: readonly ListCall[] = Object.entries(contract as Record<string, Contract>).flatMap(
  ([module, rows]) =>
    Object.entries(rows)
      .filter(([, row]) => row.paged)
      .map(([name, row]) => ({ name: `${module}.${name}`, row, fields: shapeOf(row), path: pathOf(row) })),
);

/** The values of `sort` that a list takes. */
export function sortsOf({ query }: Endpoint): string[] {
  return (query as unknown as z.ZodObject<{ sort: z.ZodOptional<z.ZodEnum> }>).shape.sort.unwrap().options as string[];
}

/** The fields of a list that a role may not see. */
export function hiddenFrom(role: Role, { row, fields }: ListCall): string[] {
  return Object.keys(fields).filter((field) => row.hidden?.[field] && !roleCan(role, row.hidden[field]));
}

/** Asserts that an answer has the rows, order and total of the whole one, with only these fields. */
export function assertNarrowed(answer: Answer, whole: Answer, fields: readonly string[]): void {
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  assert.deepEqual(
    answer.body,
    whole.body.map((row: Row) => pick(row, fields)),
  );
  assert.equal(answer.headers.get('x-total-count'), whole.headers.get('x-total-count'));
}

/** Asserts that an answer refuses `fields`. */
export function assertUnknownField(answer: Answer): void {
  assertProblem(answer, 400, 'VALIDATION', { fields: 'unknown' });
}

function shapeOf({ reply }: Endpoint) {
  return (reply as unknown as z.ZodArray<z.ZodObject>).element.shape as Record<string, z.ZodType>;
}

function pathOf({ path }: Endpoint) {
  return pathParameters(path).reduce(
    (filled, { name, kind }) =>
      kind === 'text' ? filled.replace(`{${name}:text}`, 'products') : filled.replace(`{${name}}`, '1'),
    path,
  );
}

function pick(row: Row, fields: readonly string[]) {
  return Object.fromEntries(fields.filter((field) => Object.hasOwn(row, field)).map((field) => [field, row[field]]));
}
