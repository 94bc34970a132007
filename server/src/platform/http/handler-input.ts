import type { Endpoint } from '@bobina/contract/core/endpoint.ts';

/** What the handler of a row of the contract receives. */
export type HandlerInput<E> = E extends Endpoint<infer _Input, infer Received> ? Received : never;
