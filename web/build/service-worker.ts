import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import type { ScreenFiles } from './screen-files.ts';

const SOURCE = path.resolve(import.meta.dirname, '../src/service-worker.ts');
/** The screens that work without a network; the shell and their texts come with them. */
const SCREENS = [
  '/login',
  '/',
  '/operazioni',
  '/operazioni/ricezione-merce',
  '/operazioni/ricezione-merce/$orderId',
  '/operazioni/trasferimenti',
  '/operazioni/scansiona',
  '/report',
  '/report/inventario',
];
/** Chunks that these screens load later: dialogs, menus and options, the note of a number, the rows of long lists, the parser of labels, the sheet of a count, waiting entries, texts and messages of all languages, the reader of codes. */
const LATER =
  /\/(Dialogs|BlockedPrint|GuidePanel|NavDrawer|Palette|PendingButton|PendingNotice|ask-sign-out|queue|CameraDialog|CountSheet|NewCountDialog|PickerList|DayDropdown|RowMenu|NumberNote|MantineSelect|Tip|it|fr|en|reader|zxing_reader|ConfirmHost|virtualizer|labels|find-scanned|read-scan)-[\w-]+\.(js|css|wasm)$/;

/**
 * Builds the service worker as `dist/service-worker.js`, with the list of the files that the shop floor's screens need.
 * The list is in the worker itself, so that a browser notices a new version by the bytes of the worker.
 */
export function serviceWorker(): Plugin {
  let files: string[] = [];
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const screens = JSON.parse((bundle['.screens.json'] as Rolldown.OutputAsset).source as string) as Record<
        string,
        ScreenFiles
      >;
      const unknown = SCREENS.filter((screen) => !screens[screen]);
      if (unknown.length > 0) this.error(`Not a screen: ${unknown.join(', ')}`);
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
      const needs = (name: string, known: Set<string>): Set<string> => {
        if (known.has(name)) return known;
        known.add(name);
        const chunk = chunks.find(({ fileName }) => fileName === name);
        for (const css of chunk?.viteMetadata?.importedCss ?? []) known.add(css);
        for (const next of chunk?.imports ?? []) needs(next, known);
        return known;
      };
      const all = new Set<string>();
      for (const { fileName } of chunks.filter(({ isEntry }) => isEntry)) needs(fileName, all);
      for (const screen of SCREENS) {
        const { files: own, texts } = screens[screen]!;
        for (const file of [...own, ...Object.values(texts).flat()]) needs(file, all);
      }
      for (const file of Object.keys(bundle)) if (LATER.test(`/${file}`)) needs(file, all);
      files = [...all].toSorted();
    },
    async writeBundle({ dir }) {
      const page = readFileSync(path.join(dir!, 'index.html'));
      const version = createHash('sha256').update(page).update(files.join()).digest('hex').slice(0, 12);
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        define: {
          SHELL_FILES: JSON.stringify([
            '/early-keys.js',
            '/icon.svg',
            '/manifest.webmanifest',
            ...files.map((file) => `/${file}`),
          ]),
          SHELL_VERSION: JSON.stringify(version),
        },
        build: {
          target: 'es2023',
          outDir: dir!,
          emptyOutDir: false,
          lib: { entry: SOURCE, formats: ['es'], fileName: () => 'service-worker.js' },
        },
      });
    },
  };
}
