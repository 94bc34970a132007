// Runs several test files in one process, one after the other: `node run-group.mjs <file>…`.
// Each file is a suite of its own, so its hooks run around its own tests. What they share is the loaded code.
import path from 'node:path';
import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

for (const file of process.argv.slice(2)) {
  describe(file, async () => {
    await import(pathToFileURL(path.resolve(file)).href);
  });
}
