/**
 * The registers of the contract, for tests that make every call: a register has a list and a form whose fields need no
 * other row, so that a valid body follows from its schema.
 */
import { contract } from '@bobina/contract/contract.ts';
import { pathParameters, type Contract, type Endpoint } from '@bobina/contract/core/endpoint.ts';

export interface Register {
  /** `machines` */
  module: string;
  /** `/machines` */
  path: string;
  calls: Record<string, Endpoint> & Record<'list' | 'get' | 'create' | 'update', Endpoint>;
}

type Schema = { safeParse(value: unknown): { success: boolean }; _zod: { def: Definition } };
type Definition = { entries?: Record<string, unknown>; innerType?: Schema; shape?: Record<string, Schema> };
/** Returns the id of an existing row for a field such as `product_id`, or undefined. */
type IdOf = (field: string) => number | undefined;

/** Returns the registers in the order of the contract. Accounts are not among them: a password must meet further rules, and so must the address of a webhook. */
export function contractRegisters(): Register[] {
  return Object.entries(contract as Record<string, Contract>).flatMap(([module, calls]) =>
    isRegister(calls) && exampleBody(calls.create, 'x') ? [{ module, path: calls.create.path, calls }] : [],
  );
}

/**
 * Returns the further calls on one row of a register whose body follows from their schema, by their names, such as
 * `setStatus`.
 */
export function registerVerbs({ path, calls }: Register): [name: string, call: Endpoint][] {
  return Object.entries(calls).filter(
    ([, call]) =>
      call.path.startsWith(`${path}/{id}/`) &&
      pathParameters(call.path).length === 1 &&
      (!call.body || exampleBody(call, 'x')),
  );
}

/**
 * Returns a valid body of a call, generated from its schema.
 * @param label makes codes and names unique
 * @param idOf the rows that the body refers to; without it, references are left out
 * @returns undefined when a required field accepts none of the example values
 */
export function exampleBody(
  { body }: Endpoint,
  label: string,
  idOf: IdOf = () => undefined,
): Record<string, unknown> | undefined {
  const { shape = {} } = (body as unknown as Schema)._zod.def;
  const example: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(shape)) {
    const values = field.endsWith('_id') ? [idOf(field)] : candidates(schema, label);
    const value = values.find((one) => one !== undefined && schema.safeParse(one).success);
    if (value !== undefined) example[field] = value;
    else if (!schema.safeParse(undefined).success) return undefined;
  }
  return example;
}

function isRegister(calls: Contract): calls is Register['calls'] {
  const { list, get, create, update } = calls;
  return (
    Boolean(list?.paged && get && create?.method === 'POST' && update?.method === 'PUT') &&
    !('activities' in calls) &&
    !('deliveries' in calls)
  );
}

function candidates(schema: Schema, label: string): unknown[] {
  const { entries, innerType } = schema._zod.def;
  if (innerType) return candidates(innerType, label);
  return [...Object.values(entries ?? {}), `Example ${label}`, 'office@example.com', 'IT', 'N1', '2026-03-02', 1, true];
}
