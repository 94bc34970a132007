import { chromium } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

// For `npm test`: one Chromium for all browser tests of a run. Prints the address for TEST_BROWSER_URL; ends when its
// input ends, so that it cannot outlive the run.
const server = await chromium.launchServer(await findBrowser());
process.stdout.write(`${server.wsEndpoint()}\n`);
for await (const _ of process.stdin);
await server.close();
