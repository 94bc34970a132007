import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { LANGUAGES } from '@bobina/contract/core/languages.ts';
import type { Plugin, Rolldown } from 'vite';
import { cardTextsOf } from './screen-texts.ts';

const SOURCE = path.resolve(import.meta.dirname, '../src');
const MESSAGES = path.resolve(import.meta.dirname, '../../contract/src/core/messages');
/** Matches the module in the source of a screen's `page`. */
const PAGE = /import\('([^']+)'\)/;

/** The screens before the sign-in have no top bar. */
const WITHOUT_SHELL = new Set(['/login', '/nuova-password']);

const LIST = path.join(SOURCE, 'ui/page/ListPage.tsx');

/** What `dist/.screens.json` holds for the path of each screen. */
export interface ScreenFiles {
  /** Its scripts and styles besides those of the entry page. */
  files: string[];
  /** The scripts of its texts, by language. */
  texts: Record<string, string[]>;
  /** Whether its first paint shows the rows of a list. */
  isList: boolean;
}

/** What the build reads of a screen in a `screens.ts` file. */
interface ListedScreen {
  path: string;
  page: () => unknown;
  texts: readonly string[];
}

/**
 * Writes the files that each screen needs besides the entry page, with its texts by language, to `dist/.screens.json`.
 * The server sends them as preload headers, so that the browser fetches them before the first script runs.
 */
export function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
      const chunkOf = (module: string) => {
        const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
        return chunk ?? this.error(`No file was built of ${module}`);
      };
      const needs = (chunk: Rolldown.OutputChunk, known: Set<string>): Set<string> => {
        if (known.has(chunk.fileName)) return known;
        for (const file of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) known.add(file);
        for (const name of chunk.imports) needs(bundle[name] as Rolldown.OutputChunk, known);
        return known;
      };
      const importersOf = (module: string, known = new Set<string>()): Set<string> => {
        for (const id of this.getModuleInfo(module)?.importers ?? [])
          if (!known.has(id)) importersOf(id, known.add(id));
        return known;
      };
      const lists = importersOf(LIST);
      const entry = chunks.find(({ isEntry }) => isEntry);
      const first = needs(entry ?? this.error('The page has no code'), new Set());
      const shell = chunkOf(path.join(SOURCE, 'app/shell/Shell.tsx'));
      const table = (await listedScreens()).map(({ address, page, areas }) => {
        const files = needs(chunkOf(page), new Set());
        if (!WITHOUT_SHELL.has(address)) needs(shell, files);
        const texts = LANGUAGES.map((language) => [
          language,
          cataloguesOf(areas, language).map((module) => chunkOf(module).fileName),
        ]);
        return [
          address,
          {
            files: [...files].filter((file) => !first.has(file)),
            texts: Object.fromEntries(texts) as object,
            isList: lists.has(page),
          },
        ];
      });
      this.emitFile({ type: 'asset', fileName: '.screens.json', source: JSON.stringify(Object.fromEntries(table)) });
    },
  };
}

async function listedScreens() {
  const listed = new Map<ListedScreen, { address: string; page: string; areas: readonly string[] }>();
  // The list of `app` comes last: it contains those of the areas, whose pages are relative to their own files.
  for (const file of [...globSync('areas/*/screens.ts', { cwd: SOURCE }), 'app/screens.ts']) {
    const list = path.join(SOURCE, file);
    const { screens } = (await import(pathToFileURL(list).href)) as { screens: readonly ListedScreen[] };
    for (const screen of screens) {
      if (listed.has(screen)) continue;
      const page = path.resolve(path.dirname(list), PAGE.exec(screen.page.toString())![1]!);
      listed.set(screen, { address: screen.path, page, areas: screen.texts });
    }
  }
  return [...listed.values()];
}

/** The text catalogues of a screen. */
function cataloguesOf(areas: readonly string[], language: string): string[] {
  return [
    path.join(MESSAGES, 'fields', `${language}.ts`),
    ...['common', 'app', ...areas].map((texts) =>
      texts === 'cards' ? cardTextsOf(language) : path.join(SOURCE, folderOf(texts), `${language}.json`),
    ),
  ];
}

/** The catalogues whose folder is not that of an area. */
const PARTS: Record<string, string> = {
  common: 'lib/i18n/common',
  app: 'app/texts',
  guide: 'app/guide/texts',
  mail: 'lib/i18n/mail',
  files: 'lib/i18n/files',
  notes: 'lib/i18n/notes',
  persons: 'lib/i18n/persons',
  settings: 'areas/registry/settings',
  purchaseInvoices: 'areas/purchasing/invoices',
  purchaseProposals: 'areas/purchasing/proposals',
  productSupply: 'areas/purchasing/supply',
  valuation: 'areas/purchasing/valuation',
  receiptHistory: 'areas/purchasing/receipts',
  orderImport: 'areas/orders/import',
  accounting: 'areas/sales/accounting',
  bank: 'areas/sales/bank',
  shipments: 'areas/sales/shipments',
  productionReports: 'areas/production/reports',
};

/** The folder of a catalogue. */
function folderOf(texts: string): string {
  return PARTS[texts] ?? `areas/${texts}`;
}
