/** Concurrent acts and the objects that they act on. The objects are created again for each run. */
import type { Role } from '@bobina/contract/core/permissions.ts';
import { loadBody, machineBody, partyBody, productBody, warehouseBody } from '../../../server/src/testing/factories.ts';
import type { Answer, Client } from '../client.ts';

// oxlint-disable-next-line no-explicit-any -- any response body
export type Made = any;

/** Objects of one run, each kind in order of creation. */
export interface Cell {
  products: number[];
  warehouses: number[];
  suppliers: number[];
  customers: number[];
  machines: number[];
  users: number[];
  /** The documents, by the names that the acts of the scene use. */
  at: Record<string, Made>;
}
/** A call that is ready to be sent. */
export interface Asked {
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object | undefined;
  /** The version that the caller has read, for calls that take an If-Match. */
  version?: number | undefined;
  /** The token of a user of the cell; otherwise a user of the role sends the call. */
  token?: string | undefined;
}
export interface Act {
  name: string;
  as: Role;
  ask: (at: Cell['at']) => Asked;
  /** The act changes rows that all cells share. */
  shared?: boolean;
}
export interface Scene {
  name: string;
  build: (maker: Maker) => Promise<Cell>;
  /** Every cell is created through the API instead of being copied, because it has rows that cannot be copied. */
  isBuiltAnew?: boolean;
  /** The share of its pairs that a run plays, others with every seed; all when absent. */
  share?: number;
  acts: readonly Act[];
}

type Options = { version?: (at: Cell['at']) => number; shared?: boolean; token?: (at: Cell['at']) => string };
type Path = (at: Cell['at']) => string;
type Body = (at: Cell['at']) => object;
/** Defines an act: a named request sent by a user of role `as`. */
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

let vatNumbers = 0;

/** Creates the objects of a cell and records them in it. */
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
  /** @throws Error when the server refuses the request */
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
  product = (given: object = {}) => this.#make('products', productBody(given));
  warehouse = () => this.#make('warehouses', warehouseBody());
  // Two cells are compared by these names, so they are the same in each.
  // The invoices of a supplier are known by its VAT number.
  supplier = (given: object = {}) =>
    this.#make(
      'suppliers',
      partyBody({
        business_name: 'Cartiera',
        country_code: 'IT',
        vat_number: String(20_000_000_000 + vatNumbers++),
        ...given,
      }),
    );
  customer = (given: object = {}) =>
    this.#make('customers', partyBody({ business_name: 'Panificio', country_code: 'IT', ...given }));
  machine = () => this.#make('machines', machineBody());
  move = (movement_type: 'C' | 'S' | 'T', product_id: number, warehouse_id: number, quantity: number, given = {}) =>
    this.ask('POST', '/stock-movements', moveOf(movement_type, product_id, warehouse_id, quantity, given));
  done(at: Cell['at']): Cell {
    this.cell.at = at;
    return this.cell;
  }
}

export const PAST = '2026-01-10';

/** Returns the body of a manual movement. */
export function moveOf(
  movement_type: 'C' | 'S' | 'T',
  product_id: number,
  warehouse_id: number,
  quantity: number,
  given: object = {},
) {
  return loadBody(product_id, warehouse_id, quantity, { movement_type, movement_date: PAST, ...given });
}
