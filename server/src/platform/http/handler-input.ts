import type { Endpoint } from '@bobina/contract/core/endpoint.ts';

/** The input of the handler of a contract row. */
export type HandlerInput<E> = E extends Endpoint<infer _Input, infer Received> ? Received : never;
