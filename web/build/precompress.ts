import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|css|html|svg|json|wasm|webmanifest)$/;
const SMALLEST_WORTH_IT = 256;

/** Writes `.br` and `.gz` next to each asset, so that the server does not compress at request time. */
export function precompress(): Plugin {
  let directory = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      directory = path.resolve(config.root, config.build.outDir);
    },
    closeBundle: async () => {
      for (const entry of await readdir(directory, { recursive: true })) {
        const file = path.join(directory, entry);
        if (entry.startsWith('.') || !COMPRESSIBLE.test(entry) || (await stat(file)).size < SMALLEST_WORTH_IT) continue;
        const content = await readFile(file);
        await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
        await writeFile(
          `${file}.br`,
          await promisify(brotliCompress)(content, {
            params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
          }),
        );
      }
    },
  };
}
