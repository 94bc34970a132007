// npm run pictures: takes the README's pictures of twelve screens of the demo company.
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { findNode } from './lib/pinned-node.mjs';
import { run } from './lib/run.mjs';

await ensureInstalled();
await ensureWebBuilt();
const { code } = await run(findNode(), ['e2e/pictures/main.ts', ...process.argv.slice(2)]);
process.exitCode = code ?? 1;
