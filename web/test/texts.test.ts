import { describe, expect, test } from 'vitest';
import { readScreenTexts } from '../build/screen-texts.ts';
import { filesOf } from './source-files.ts';

const LANGUAGES = ['it', 'fr', 'en'];
/** Plural forms by language. Italian and French have one for millions. */
const PLURALS: Record<string, string[]> = {
  it: ['one', 'many', 'other'],
  fr: ['one', 'many', 'other'],
  en: ['one', 'other'],
};
const PLURAL = /_(zero|one|two|few|many|other)$/;

type Tree = { [key: string]: string | Tree };
function flatten(tree: Tree, prefix = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );
}
function baseOf(key: string) {
  return key.replace(PLURAL, '');
}

const catalogues = filesOf(/(^|[\\/])(it|fr|en)\.json$/).map(({ file, text }) => ({
  namespace: file.replace(/\/(it|fr|en)\.json$/, ''),
  language: file.slice(-7, -5),
  keys: new Map(flatten(JSON.parse(text) as Tree)),
}));
const namespaces = [...new Set(catalogues.map(({ namespace }) => namespace))];
function keysOf(namespace: string, language: string) {
  return catalogues.find((one) => one.namespace === namespace && one.language === language)?.keys;
}

const code = filesOf(/\.tsx?$/).map(({ text }) => text);
/** Keys with or without their namespace: `shipments:title`. */
const literals = new Set(
  code.flatMap((text) => [...text.matchAll(/['"`](?:\w+:)?([\w-]+(?:\.[\w-]+)*)['"`]/g)].map(([, key]) => key!)),
);
/** Computed keys, such as `units.${unit}` and `cards.${text}.title`. */
const patterns = [
  ...new Set(code.flatMap((text) => [...text.matchAll(/`([\w-]+(?:\.[\w-]+)*\.\$\{[^`]*)`/g)].map(([, key]) => key!))),
].map((key) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll(/\$\{[^}]*\}/g, '[\\w-]+')}$`));
function isUsed(key: string) {
  return literals.has(key) || patterns.some((pattern) => pattern.test(key));
}

test('finds catalogues', () => {
  expect(namespaces.length).toBeGreaterThan(2);
});

describe.each(namespaces)('%s', (namespace) => {
  test.each(LANGUAGES)('has every text in %s', (language) => {
    const keys = keysOf(namespace, language);
    expect(keys, `${namespace}/${language}.json`).toBeDefined();
    const all = new Set(LANGUAGES.flatMap((other) => [...(keysOf(namespace, other)?.keys() ?? [])].map(baseOf)));
    const plurals = new Set(
      LANGUAGES.flatMap((other) =>
        [...(keysOf(namespace, other)?.keys() ?? [])].filter((key) => PLURAL.test(key)).map(baseOf),
      ),
    );
    const wanted = [...all].flatMap((key) =>
      plurals.has(key) ? PLURALS[language]!.map((form) => `${key}_${form}`) : [key],
    );
    expect([...keys!.keys()].toSorted()).toEqual(wanted.toSorted());
    expect([...keys!].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  test('has the same placeholders in all languages', () => {
    const valuesIn = (text: string) =>
      [...text.matchAll(/\{\{(\w+)\}\}/g)]
        .map(([, name]) => name)
        .toSorted()
        .join();
    const italian = keysOf(namespace, 'it')!;
    for (const language of ['fr', 'en']) {
      const different = [...keysOf(namespace, language)!].filter(
        ([key, text]) => italian.has(key) && valuesIn(text) !== valuesIn(italian.get(key)!),
      );
      expect(different).toEqual([]);
    }
  });

  // Pages of the guide are read by the name of their screen: see guide.test.ts.
  if (!namespace.endsWith('/guide'))
    test('has no unused text', () => {
      expect([...keysOf(namespace, 'it')!.keys()].map(baseOf).filter((key) => !isUsed(key))).toEqual([]);
    });
});

test('every key used in the code exists', () => {
  const known = new Set(
    namespaces.flatMap((namespace) => [...keysOf(namespace, 'it')!.keys()].flatMap((key) => [key, baseOf(key)])),
  ).union(new Set(Object.keys(readScreenTexts('it').screens).map((name) => `screens.${name}`)));
  const named = code.flatMap((text) =>
    [...text.matchAll(/\b(?:t|say)\(\s*['"](?:\w+:)?([\w.-]+)['"]/g)].map(([, key]) => key!),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((key) => !known.has(key))).toEqual([]);
});
