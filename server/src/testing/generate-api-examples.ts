/**
 * `npm run api-examples`: records the examples of the API reference and the acts of each call. A test fails when the
 * stored files differ.
 */
import fs from 'node:fs';
import { API_EXAMPLES } from '../app/docs.ts';
import { ACTS, actsOf } from './api-examples/acts.ts';
import { recordCalls } from './api-examples/record.ts';

const { examples, logged } = await recordCalls();
fs.writeFileSync(API_EXAMPLES, `${JSON.stringify(examples, null, 2)}\n`);
fs.writeFileSync(ACTS, `${JSON.stringify(actsOf(logged), null, 2)}\n`);
