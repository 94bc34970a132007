// The rules of CONTRIBUTING that a search over the sources can check.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from './lib/files.mjs';

/** Identifiers that were renamed, with their standard terms. */
const RENAMED = {
  hearOut: 'drainRequestBody',
  letSlowReadersGo: 'closeSlowReaders',
  ALONG: 'PIPELINED',
  CustomerThen: 'CustomerSnapshot',
  companyNow: 'snapshotCompany',
  'party-then': 'party-snapshot',
  writeDownCount: 'recordCount',
  swallower: 'startBlackHoleProxy',
  DRESSES: 'attackVariants',
};
/** The rules of prose, as CONTRIBUTING states them. */
const PROSE_RULES = [
  /Subject, verb, object\. Ordinary word order/,
  /Use the standard term/,
  /No riddles and no metaphors/,
  /No chains of passives/,
  /No clause with "who" or "what" as the subject/,
  /A comment states the reason or the constraint in one or two sentences/,
];
/** Sentences with a metaphor, an archaic word or a clause as their subject. */
const QUAINT = [
  /\b(?:whence|thereof|therein|thereby|herewith|forthwith|albeit|lest|nought|aught|hearken|betimes|whosoever)\b/i,
  /\b(?:laid aside|hands? its place on|as good as none|loses? the reason|let go of|lays? hold)\b/i,
  /(?:^|\. )Who (?:leaves|asks|reads|writes|knows|signs|may|has|comes|waits|sees|wants|is)\b[^?]*$/,
  /\b(?:is|are|was|were) told of\b/i,
  /\bmust needs\b/i,
  /\b(?:anew|nearer at hand|words of the (?:server|network)|wherever it is)\b/i,
  /\b(?:somebody|whoever) (?:is|has|else|may|asks|who)\b/i,
  /\bwhat stands\b/i,
  /\b(?:inside the plant|tries doors|doors to the outside|forgets the|bears? the names?)\b/i,
];
/** References that a reader of the repository cannot open. */
const OUTSIDE = [
  /\b(?:the|our|this) (?:brief|design notes?|work order|task description|requirements? sheet)\b/i,
  /\b(?:issue|ticket|task) #\d+/i,
];
const SOURCES = ['*.ts', '*.tsx', '*.mjs', '*.cjs', '*.md', '.ci/run', 'server/migrations/*.sql'];
/** This file names what is forbidden. */
const OWN = 'scripts/house.test.mjs';

test('R02: CONTRIBUTING states the rules of prose, with a table of sentences before and after', () => {
  const text = read('CONTRIBUTING.md');
  for (const rule of PROSE_RULES) assert.match(text, rule);
  assert.ok(beforeAndAfter().length >= 10);
  for (const [before, after] of beforeAndAfter()) assert.ok(before && after && before !== after, before);
});

test('R03: the renamed identifiers have their standard terms', () => {
  const texts = sources().filter(({ file }) => file !== 'CONTRIBUTING.md');
  for (const [before, after] of Object.entries(RENAMED)) {
    assert.deepEqual(filesWith(texts, new RegExp(`\\b${before}\\b`)), [], before);
    assert.notDeepEqual(filesWith(texts, new RegExp(`\\b${after}\\b`)), [], after);
  }
});

test('R04: no sentence of the left column of the table is in another file', () => {
  const quoted = beforeAndAfter().flatMap(([before]) => [...before.matchAll(/"([^"]+)"/g)].map(([, text]) => text));
  const sentences = quoted.flatMap((text) => text.split(' … '));
  assert.ok(sentences.length >= 10, `${sentences.length} sentences`);
  const others = [...sources(), ...texts()].filter(({ file }) => file !== 'CONTRIBUTING.md');
  for (const sentence of sentences)
    assert.deepEqual(
      others
        .filter(({ text }) => text.replaceAll(/\s+(?:\*|\/\/)?\s*/g, ' ').includes(sentence))
        .map(({ file }) => file),
      [],
      sentence,
    );
});

test('R01: comments, docs, test names, identifiers, messages, changelog and English texts use standard terms, no archaic or figurative wording', () => {
  const planted = {
    'a.ts': '// Who leaves frees the slot.\nexport const a = 1;',
    'b.ts': "/** A program\n * is told of each act. */\ntest('x', f);",
    'c.test.ts': "test('the rows are laid aside', f);",
    'd.ts': "const texts = {\n  STALE: 'Somebody else changed the row.',\n};",
    'e.md': 'Nothing is as good as none.',
    'en.json': '{ "fix": "Record it anew." }',
    'f.ts': 'export function hearOut() {}',
  };
  for (const [file, text] of Object.entries(planted)) assert.notDeepEqual(quaintIn(file, text), [], file);
  assert.deepEqual(quaintIn('a.ts', '// Frees the slot for the next waiter.'), []);
  const others = [...sources().filter(({ file }) => file !== 'CONTRIBUTING.md'), ...texts()];
  assert.deepEqual(
    others.flatMap(({ file, text }) => quaintIn(file, text)),
    [],
  );
});

test('R06: the glossary has the standard terms and the words of the interface in three languages', () => {
  const glossary = read('docs/glossary.md');
  const [, rule = ''] =
    /standard term, so that a reader can search for it: ([^.]+)\./.exec(read('CONTRIBUTING.md')) ?? [];
  const terms = rule.split(/,\s+/);
  assert.ok(terms.length >= 10, rule);
  const technical = rowsOf(glossary, 'Technical terms');
  for (const term of terms)
    assert.ok(
      technical.some(([name, meaning]) => name === term && meaning),
      term,
    );
  const words = rowsOf(glossary, 'Words of the interface');
  assert.ok(words.length >= 18);
  for (const [place, language] of ['it', 'fr', 'en'].entries()) {
    const shown = texts(language)
      .map(({ text }) => text)
      .join('\n')
      .toLowerCase();
    for (const row of words)
      for (const word of row[place].split(', ').map((one) => one.replaceAll(/ ?(?:\([^)]*\)|…|\d+) ?/g, ' ').trim()))
        assert.ok(word && shown.includes(word.toLowerCase()), `${language}: ${word}`);
  }
});

test('R13: the tests page has a table of steps, tests and seconds before and after, and one of what moved where', () => {
  const text = read('docs/testing.md');
  const [head, ...steps] = tableWith(text, 'tests before');
  assert.deepEqual(head, ['step', 'tests before', 'before', 'tests in `npm test` now', 'now']);
  assert.ok(steps.length >= 6);
  for (const step of steps)
    assert.ok(step.every(Boolean) && /\d/.test(step[3]) && /\d/.test(step[4]), step.join(' | '));
  for (const name of ['whole run', 'unit and API tests', 'fault runs', 'web tests', 'browser tests', 'lint'])
    assert.ok(
      steps.some(([step]) => step.includes(name)),
      name,
    );
  const [moved, ...places] = tableWith(text, 'moved from `npm test`');
  assert.deepEqual(moved, ['moved from `npm test` to the matrix', 'remaining coverage']);
  assert.ok(places.length >= 5);
  for (const place of places) assert.ok(place.length === 2 && place.every(Boolean), place.join(' | '));
});

test('R28: no comment, test name or document names anything outside the repository', () => {
  const all = sources();
  for (const pattern of OUTSIDE)
    assert.deepEqual(
      all.flatMap(({ file, text }) =>
        proseOf(file, text)
          .filter((line) => pattern.test(line))
          .map((line) => `${file}: ${line}`),
      ),
      [],
    );
  const names = new Set([OWN, ...all.map(({ file }) => file)].map((file) => path.posix.basename(file)));
  const missing = all.flatMap(({ file, text }) =>
    proseOf(file, text)
      .flatMap((line) => line.match(/(?<![\w.$*{}/-])[\w-][\w./-]*[.](?:tsx?|mjs|md|tsv)\b/g) ?? [])
      .filter((name) => !names.has(path.posix.basename(name)) && !/NNNN|party-then/.test(name))
      .map((name) => `${file}: ${name}`),
  );
  assert.deepEqual(missing, []);
  const links = all
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, target]) => target)
        .filter((target) => !/^(?:https?|mailto):/.test(target))
        .filter((target) => {
          const place = path.posix.join(path.posix.dirname(file), target);
          return place.startsWith('..') || !fs.existsSync(path.join(root, place));
        })
        .map((target) => `${file}: ${target}`),
    );
  assert.deepEqual(links, []);
});

test('R32: the decisions name every dependency and give a verdict for each library, also where our own code stays', () => {
  const decisions = listed('docs/decisions/*.md')
    .map((file) => read(file))
    .join('\n');
  const dependencies = listed('package.json', '*/package.json').flatMap((file) =>
    Object.keys(JSON.parse(read(file)).dependencies ?? {}),
  );
  assert.ok(dependencies.length > 20);
  const workspaces = /^@bobina\//;
  assert.deepEqual(
    [...new Set(dependencies)].filter(
      (name) => !workspaces.test(name) && !new RegExp(`(?<![\\w-])${scopeOf(name)}(?![\\w-])`).test(decisions),
    ),
    [],
  );
  const [, ...verdicts] = tableWith(read('docs/decisions/0012-libraries.md'), 'piece');
  for (const [piece, library, verdict, reason] of verdicts)
    assert.ok(library && verdict && reason?.length > 8, `${piece}: library, verdict and reason`);
  for (const kind of [/^library/, /^own/])
    assert.ok(
      verdicts.some(([, , verdict]) => kind.test(verdict)),
      String(kind),
    );
});

/** The quaint lines and identifiers of a file. */
function quaintIn(file, text) {
  const lines = proseOf(file, text).filter((line) => QUAINT.some((pattern) => pattern.test(line)));
  const identifiers = Object.keys(RENAMED).filter((name) => new RegExp(`\\b${name}\\b`).test(text));
  return [...lines, ...identifiers].map((found) => `${file}: ${found}`);
}

/** The rows of CONTRIBUTING's table. @returns {string[][]} before and after */
function beforeAndAfter() {
  return tableWith(read('CONTRIBUTING.md'), 'before').slice(1);
}

/** The cells of the table whose head row starts with `first` or contains it, the head first. */
function tableWith(text, first) {
  const lines = text.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|') && cellsOf(line).some((cell) => cell.startsWith(first)));
  assert.ok(start >= 0, `no table with ${first}`);
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  return lines
    .slice(start, end < 0 ? undefined : end)
    .filter((line) => !/^\|[-:| ]+\|$/.test(line))
    .map(cellsOf);
}

function rowsOf(text, section) {
  const after = text.slice(text.indexOf(`## ${section}`));
  return after
    .slice(0, after.indexOf('\n## ', 3) < 0 ? undefined : after.indexOf('\n## ', 3))
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map(cellsOf);
}

function cellsOf(line) {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** A scoped package is known by its scope, since its packages are chosen together. */
function scopeOf(name) {
  return name.startsWith('@') ? name.split('/')[0] : name;
}

/** The comments of a source and its texts in quotes; every line of a document. */
function proseOf(file, text) {
  if (file.endsWith('.md') || file.endsWith('.json')) return text.split('\n');
  if (file.endsWith('.sql')) return [];
  const comments = text.match(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*/g) ?? [];
  const titles = [...text.matchAll(/\b(?:test|it|describe|matrixTest)\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g)];
  const messages = [...text.matchAll(/^\s+(?:description|summary|[A-Z_]+):\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1/gm)];
  return [
    ...comments.map((comment) => comment.replaceAll(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ').replace(/^(?:\/\/|\/\*+)\s*/, '')),
    ...[...titles, ...messages].map(([, , title]) => title),
  ];
}

function filesWith(all, pattern) {
  return all.filter(({ file, text }) => pattern.test(text) || pattern.test(file)).map(({ file }) => file);
}

/** All sources and documents except this file. */
function sources() {
  const files = listed(...SOURCES).filter((file) => file !== OWN);
  assert.ok(files.length > 1000, `${files.length} files`);
  return files.map((file) => ({ file, text: read(file) }));
}

/** The texts of the interface and of messages in a language. */
function texts(language = 'en') {
  const files = listed(`web/src/**/${language}.json`, `contract/src/core/messages/**/${language}.ts`);
  const documents = listed(`server/src/areas/sales/documents/texts/*${language}*`);
  return [...files, ...documents].map((file) => ({ file, text: read(file) }));
}

const known = new Map();
function listed(...patterns) {
  const key = patterns.join(' ');
  if (!known.has(key))
    known.set(
      key,
      execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
        cwd: root,
        encoding: 'utf8',
      })
        .split('\n')
        .filter((file) => file && fs.existsSync(path.join(root, file))),
    );
  return known.get(key);
}

function read(file) {
  return fs.readFileSync(path.join(root, file), 'utf8');
}
