/**
 * Builds the interface and prints the kB of JavaScript after gzip that each list needs before its first paint, in
 * Italian. For the path of a screen it prints the parts of each file as well, by package and folder; their shares are
 * estimates, because modules are compressed together.
 *
 * Usage: `npx node web/build/weigh.ts [path]`
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import type { ScreenFiles } from './screen-files.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Smaller shares are not printed. */
const SMALLEST_KB = 0.15;

const chunks = new Map<string, Rolldown.OutputChunk>();
let screens: Record<string, ScreenFiles> = {};
const outDir = await mkdtemp(path.join(os.tmpdir(), 'bobina-weigh-'));
await build({
  root: path.join(ROOT, 'web'),
  configFile: path.join(ROOT, 'web/vite.config.ts'),
  logLevel: 'error',
  build: { outDir, emptyOutDir: true },
  plugins: [
    {
      name: 'collect',
      enforce: 'post',
      generateBundle(_options, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk') chunks.set(file.fileName, file);
        screens = JSON.parse((bundle['.screens.json'] as Rolldown.OutputAsset).source as string) as typeof screens;
      },
    },
  ],
});
const sizes = new Map(
  [...chunks.keys()].map((file) => [file, gzipSync(readFileSync(path.join(outDir, file)), { level: 9 }).length / 1000]),
);
await rm(outDir, { recursive: true });

const [wanted] = process.argv.slice(2);
const rows = Object.keys(screens)
  .filter((screen) => screens[screen]!.isList)
  .map((screen) => ({ screen, kB: filesOf(screen).reduce((sum, file) => sum + sizeOf(file), 0) }));
for (const { screen, kB } of rows.toSorted((one, other) => other.kB - one.kB)) print(`${kB.toFixed(1)} ${screen}`);
if (wanted)
  for (const file of filesOf(wanted)) {
    print(`\n${sizeOf(file).toFixed(1)} ${file}`);
    for (const [part, kB] of partsOf(file)) if (kB >= SMALLEST_KB) print(`  ${kB.toFixed(2)} ${part}`);
  }

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function filesOf(screen: string): string[] {
  const { files, texts } = screens[screen]!;
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)!;
  const known = new Set<string>();
  const add = (file: string) => {
    const chunk = chunks.get(file);
    if (!chunk || known.has(file)) return;
    known.add(file);
    for (const next of chunk.imports) add(next);
  };
  for (const file of [entry.fileName, ...files, ...texts['it']!]) add(file);
  return [...known];
}

function sizeOf(file: string): number {
  return sizes.get(file)!;
}

/** The parts of a file with their shares in kB, largest first. */
function partsOf(file: string): [part: string, kB: number][] {
  const modules = Object.entries(chunks.get(file)!.modules);
  const all = modules.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0);
  const shares = new Map<string, number>();
  for (const [id, { renderedLength }] of modules) {
    const part = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? path.dirname(path.relative(ROOT, id));
    shares.set(part, (shares.get(part) ?? 0) + (sizeOf(file) * renderedLength) / all);
  }
  return [...shares].toSorted(([, one], [, other]) => other - one);
}
