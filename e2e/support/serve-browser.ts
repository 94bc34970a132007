import { chromium } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

// `npm test` uses this as the shared Chromium of a run. It prints the address for TEST_BROWSER_URL and stops when its
// standard input ends, so that it cannot outlive the run.
const server = await chromium.launchServer(await findBrowser());
process.stdout.write(`${server.wsEndpoint()}\n`);
for await (const _ of process.stdin);
await server.close();
