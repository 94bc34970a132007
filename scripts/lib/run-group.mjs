// Runs several test files in one process, sequentially: `node run-group.mjs <file>…`. Each file is a suite, so its
// hooks apply to its own tests only. The files share loaded modules.
import path from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) {
  describe(file, async () => {
    await import(pathToFileURL(path.resolve(file)).href);
  });
}
