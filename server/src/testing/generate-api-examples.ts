/** `npm run api-examples`: records the examples of the API reference anew. A test fails while the file differs. */
import fs from 'node:fs';
import { API_EXAMPLES } from '../app/docs.ts';
import { recordExamples } from './api-examples/record.ts';

fs.writeFileSync(API_EXAMPLES, `${JSON.stringify(await recordExamples(), null, 2)}\n`);
