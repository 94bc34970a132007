/** The user guide: every screen has a page in each language, and each page fits the rules. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { guideParts } from '../src/app/guide/interface-texts.ts';
import { guideFolder, PAGE_NAMES, pageOf, type GuideName } from '../src/app/guide/pages.ts';
import { readScreenTexts } from '../build/screen-texts.ts';
import type { GuidePageTexts } from '../src/app/guide/load-guide.ts';
import { filesOf, SOURCE } from './source-files.ts';

const LANGUAGES = ['it', 'fr', 'en'] as const;
const HOW = 'see docs/how-to/guide-page.md';
const PICTURES = path.join(SOURCE, 'app/guide/pictures');
const MOST_TASKS = 5;
const MOST_PICTURE_BYTES = 60_000;
/** `guide` and `guidePage` are screens too. */
const titles = filesOf(/(^|[\\/])screens\.ts$/).flatMap(({ text }) =>
  [...text.matchAll(/title: '(\w+)'/g)].map(([, title]) => title as GuideName),
);
const catalogues = new Map(
  filesOf(/(^|[\\/])(it|fr|en)\.json$/).map(({ file, text }) => [file, JSON.parse(text) as Tree]),
);
type Tree = { [key: string]: string | Tree };

test('the title of each screen is a word in camel case', () => {
  const given = filesOf(/(^|[\\/])screens\.ts$/).flatMap(({ text }) => [
    ...text.matchAll(/^\s+title: (.+),$|[{,] title: ([^,]+),/gm),
  ]);
  expect(given.map(([, own, inline]) => own ?? inline).filter((title) => !/^'\w+'$/.test(title!))).toEqual([]);
});

test('finds the screens', () => {
  expect(titles.length).toBeGreaterThan(50);
});

describe.each(LANGUAGES)('the guide in %s', (language) => {
  test.each(titles)('has a title and a page for the screen %s', (title) => {
    expect(readScreenTexts(language).screens[title], `no title in ${fileOf(title, language)}: ${HOW}`).toBeTruthy();
    const page = textsOf(title, language);
    expect(page?.purpose, `no guide page in ${fileOf(title, language)}: ${HOW}`).toBeTruthy();
    expect(page!.tasks.length).toBeGreaterThan(0);
    expect(page!.tasks.length).toBeLessThanOrEqual(MOST_TASKS);
    for (const { task, how } of page!.tasks) {
      expect(task, `${title}: a task without steps`).not.toBe('');
      expect(how.trim(), `${title}: ${task}`).toMatch(/[.:]$/);
    }
  });

  test('names only texts of the interface that exist', () => {
    const named = titles.flatMap((title) => {
      const page = textsOf(title, language)!;
      return [page.purpose, ...page.tasks.flatMap(({ task, how }) => [task, how])].flatMap(guideParts);
    });
    const references = named.filter((part) => typeof part !== 'string');
    expect(references.length).toBeGreaterThan(100);
    const unknown = references.filter(({ namespace, key }) => {
      const text = interfaceText(namespace, key, language);
      return text === undefined || text.includes('{{');
    });
    expect(unknown).toEqual([]);
    expect(named.filter((part) => typeof part === 'string' && /[[\]]/.test(part))).toEqual([]);
  });

  test('has a picture of every screen, and no other: npm run guide-pictures', () => {
    const stored = readdirSync(PICTURES).filter((file) => file.endsWith(`.${language}.webp`));
    const wanted = PAGE_NAMES.map((name) => `${name}.${language}.webp`);
    expect(stored.toSorted()).toEqual(wanted.toSorted());
    expect(stored.filter((file) => statSync(path.join(PICTURES, file)).size > MOST_PICTURE_BYTES)).toEqual([]);
  });

  test('has no picture with a text that was renamed: npm run guide-pictures', () => {
    const file = path.join(PICTURES, `words.${language}.json`);
    const words = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
    expect(Object.keys(words).toSorted()).toEqual(PAGE_NAMES.toSorted());
    const texts = new Set(
      [...catalogues].filter(([name]) => name.endsWith(`/${language}.json`)).flatMap(([, tree]) => leavesOf(tree)),
    );
    const renamed = Object.entries(words).flatMap(([name, shown]) =>
      shown.filter((word) => !texts.has(word)).map((word) => `${name}: ${word}`),
    );
    expect(renamed).toEqual([]);
  });
});

test('no folder has a page without a screen, and the languages explain the same tasks', () => {
  const names = new Set<string>(titles);
  for (const title of titles) expect(PAGE_NAMES.includes(pageOf(title)), `${title}: ${HOW}`).toBe(true);
  expect(PAGE_NAMES.filter((name) => !(titles as string[]).includes(name))).toEqual([]);
  const pages = [...catalogues].filter(([file]) => /\/guide\/(it|fr|en)\.json$/.test(file));
  expect(pages.length).toBe(27);
  for (const [file, tree] of pages)
    expect(
      Object.keys(tree).filter((name) => !names.has(name)),
      file,
    ).toEqual([]);
  for (const name of PAGE_NAMES) {
    const [italian, ...others] = LANGUAGES.map((language) => textsOf(name, language)!.tasks.map(referencesOf));
    for (const other of others) expect(other, name).toEqual(italian);
  }
});

function leavesOf(tree: Tree): string[] {
  return Object.values(tree).flatMap((value) => (typeof value === 'string' ? [value] : leavesOf(value)));
}

/** The names of buttons and fields of one task: the same in every language. */
function referencesOf({ how }: { how: string }): string[] {
  return guideParts(how)
    .flatMap((part) => (typeof part === 'string' ? [] : [`${part.namespace}:${part.key}`]))
    .toSorted();
}

function fileOf(title: GuideName, language: string): string {
  const folder = guideFolder(pageOf(title));
  return `${folder === 'pages' ? 'app/pages' : `areas/${folder}`}/guide/${language}.json`;
}

function textsOf(title: GuideName, language: string): GuidePageTexts | undefined {
  const pages = catalogues.get(fileOf(title, language)) as unknown as Record<string, GuidePageTexts> | undefined;
  return pages?.[pageOf(title)];
}

function interfaceText(namespace: string, key: string, language: string): string | undefined {
  const FOLDERS: Record<string, string> = {
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
    app: 'app/texts',
    guide: 'app/guide/texts',
    common: 'lib/i18n/common',
    lists: 'lib/i18n/lists',
    imports: 'lib/i18n/imports',
    mail: 'lib/i18n/mail',
    notes: 'lib/i18n/notes',
    persons: 'lib/i18n/persons',
  };
  const catalogue = catalogues.get(`${FOLDERS[namespace] ?? `areas/${namespace}`}/${language}.json`);
  let at: string | Tree | undefined = namespace === 'app' ? { ...catalogue, ...readScreenTexts(language) } : catalogue;
  for (const part of key.split('.')) at = typeof at === 'object' ? at[part] : undefined;
  return typeof at === 'string' ? at : undefined;
}
