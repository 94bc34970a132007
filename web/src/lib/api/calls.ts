/**
 * What the client needs of each call. Vite evaluates this module at build time (`build/calls.ts`), so that the contract's
 * schemas stay out of the first load; a screen with a form imports its own schema.
 */
import type { Endpoint } from '@bobina/contract/core/endpoint.ts';
import { contract } from '@bobina/contract/contract.ts';
import { z } from 'zod';

/**
 * A call in one text, since all of them are part of every first load: its method, `!` when it is idempotent by a key, `*` when
 * it is paged, and its path. Example: `POST! /products`.
 */
export type CallRow = string;

const groups = Object.entries(contract).map(([group, rows]) => ({ group, rows: Object.entries<Endpoint>(rows) }));

export const calls: Record<string, Record<string, CallRow>> = Object.fromEntries(
  groups.map(({ group, rows }) => [group, Object.fromEntries(rows.map(([name, row]) => [name, rowOf(row)]))]),
);

/**
 * The call groups that a change of an entity affects, by the server's name of the entity: its own calls, and those
 * with fields of its prefix or for records of any entity. An entity that is missing can affect every call.
 */
export const affectedBy: Record<string, string[]> = Object.fromEntries(
  groups.flatMap(({ rows }) =>
    rows.flatMap(([, { path, shownAs }]) => (shownAs ? [[entityOf(path), groupsWith(entityOf(path), shownAs)]] : [])),
  ),
);

function rowOf({ method, path, idempotent, paged }: Endpoint): CallRow {
  return `${method}${idempotent ? '!' : ''}${paged ? '*' : ''} ${path}`;
}

/** The first part of a path is the server's name of a changed entity. */
function entityOf(path: string): string {
  return path.split('/')[1]!;
}

function groupsWith(entity: string, prefix: string): string[] {
  const shows = ({ method, path, reply }: Endpoint) =>
    entityOf(path) === entity ||
    path.includes('{entity:text}') ||
    (method === 'GET' && fieldsOf(reply).some((field) => field.startsWith(`${prefix}_`)));
  return groups.filter(({ rows }) => rows.some(([, row]) => shows(row))).map(({ group }) => group);
}

/** The names of all fields of an answer, at any depth. */
function fieldsOf(reply: Endpoint['reply']): string[] {
  const names: string[] = [];
  z.toJSONSchema(reply, {
    unrepresentable: 'any',
    override: ({ jsonSchema }) => void names.push(...Object.keys(jsonSchema.properties ?? {})),
  });
  return names;
}
