import type { contract } from '@bobina/contract/contract.ts';
import { calls } from './calls.ts';
import { createClient } from './client.ts';

/** The API client: `api.products.list({ query })`, `api.products.update({ id, body, version })`. */
export const api = createClient<typeof contract>(calls);
