import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LANGUAGES } from '@bobina/contract/core/languages.ts';
import type { Plugin, Rolldown } from 'vite';
import { cardTextsOf } from './card-texts.ts';

const SOURCE = path.resolve(import.meta.dirname, '../src');
const MESSAGES = path.resolve(import.meta.dirname, '../../contract/src/core/messages');
/** Matches a screen in a `screens.ts` file: its path, page and text areas. */
const SCREEN = /path: '([^']+)'[^}]*?import\('([^']+)'\)[^}]*?texts: \[([^\]]*)\]/g;

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

interface ListedScreen {
  address: string;
  page: string;
  areas: string[];
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
    generateBundle(_options, bundle) {
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
      const table = listedScreens().map(({ address, page, areas }) => {
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

function listedScreens(): ListedScreen[] {
  return globSync('{app,areas/*}/screens.ts', { cwd: SOURCE }).flatMap((file) => {
    const list = path.join(SOURCE, file);
    return [...readFileSync(list, 'utf8').matchAll(SCREEN)].map(([, address, page, areas]) => ({
      address: address!,
      page: path.resolve(path.dirname(list), page!),
      areas: [...areas!.matchAll(/'(\w+)'/g)].map(([, area]) => area!),
    }));
  });
}

/** The text catalogues of a screen. */
function cataloguesOf(areas: string[], language: string): string[] {
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
  settings: 'areas/registry/settings',
  purchaseInvoices: 'areas/purchasing/invoices',
  purchaseProposals: 'areas/purchasing/proposals',
  bank: 'areas/sales/bank',
};

/** The folder of a catalogue. */
function folderOf(texts: string): string {
  return PARTS[texts] ?? `areas/${texts}`;
}
