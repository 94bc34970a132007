/** Acts on the same objects, and the objects: made anew for each run of them, as often as they are needed. */
import { randomUUID } from 'node:crypto';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { PARTNER } from '../../../server/src/testing/factories.ts';
import type { Answer, Client } from '../client.ts';

// oxlint-disable-next-line no-explicit-any -- whatever is answered
export type Made = any;

/** Objects that nobody else touches, each kind in the order that it was made. */
export interface Cell {
  products: number[];
  warehouses: number[];
  suppliers: number[];
  customers: number[];
  machines: number[];
  users: number[];
  /** The documents, under the names that the acts of the scene know. */
  at: Record<string, Made>;
}
/** A call, ready to be sent. */
export interface Asked {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object | undefined;
  /** What the caller has read, where the call takes an If-Match. */
  version?: number | undefined;
  /** Of a user of the cell; without it, one of the role. */
  token?: string | undefined;
}
export interface Act {
  name: string;
  as: Role;
  ask: (at: Cell['at']) => Asked;
  /** Changes what all cells share. */
  shared?: boolean;
}
export interface Scene {
  name: string;
  build: (maker: Maker) => Promise<Cell>;
  acts: readonly Act[];
}

type Options = { version?: (at: Cell['at']) => number; shared?: boolean; token?: (at: Cell['at']) => string };
type Path = (at: Cell['at']) => string;
type Body = (at: Cell['at']) => object;
/** `as` sends it, under a name for the reader. */
export function act(
  name: string,
  as: Role,
  method: Asked['method'],
  path: Path,
  body?: Body,
  { version, token, shared = false }: Options = {},
): Act {
  return {
    name,
    as,
    shared,
    ask: (at) => ({ method, path: path(at), body: body?.(at), version: version?.(at), token: token?.(at) }),
  };
}

const PARTY = { ...PARTNER, country_code: 'IT' };

/** Makes the objects of a cell, and notes them in it. */
export class Maker {
  readonly client: Client;
  readonly databaseUrl: string;
  readonly cell: Cell = {
    products: [],
    warehouses: [],
    suppliers: [],
    customers: [],
    machines: [],
    users: [],
    at: {},
  };
  constructor(client: Client, databaseUrl: string) {
    this.client = client;
    this.databaseUrl = databaseUrl;
  }
  /** @throws when it is refused */
  async ask(method: string, path: string, body?: unknown): Promise<Made> {
    const answer: Answer = await this.client.send(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  }
  async #make(kind: 'products' | 'warehouses' | 'suppliers' | 'customers' | 'machines', body: object): Promise<number> {
    const { id } = await this.client.make(`/${kind}`, body);
    this.cell[kind].push(id);
    return id;
  }
  product = (given: object = {}) =>
    this.#make('products', {
      code: `P-${randomUUID()}`,
      description: 'Carta kraft avana',
      category: 'Carta',
      currency: 'EUR',
      unit_of_measure: 'kg',
      ...given,
    });
  warehouse = () => this.#make('warehouses', { name: 'Magazzino' });
  supplier = () => this.#make('suppliers', { ...PARTY, business_name: 'Cartiera' });
  customer = (given: object = {}) => this.#make('customers', { ...PARTY, business_name: 'Panificio', ...given });
  machine = () => this.#make('machines', { code: `M-${randomUUID()}`, description: 'Taglierina' });
  move = (movement_type: 'C' | 'S' | 'T', product_id: number, warehouse_id: number, quantity: number, given = {}) =>
    this.ask('POST', '/stock-movements', moveOf(movement_type, product_id, warehouse_id, quantity, given));
  done(at: Cell['at']): Cell {
    this.cell.at = at;
    return this.cell;
  }
}

export const PAST = '2026-01-10';
export function moveOf(
  movement_type: 'C' | 'S' | 'T',
  product_id: number,
  warehouse_id: number,
  quantity: number,
  given: object = {},
) {
  return { movement_type, movement_date: PAST, product_id, warehouse_id, quantity, ...given };
}
