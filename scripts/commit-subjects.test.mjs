// Commit subjects are imperative and at most 72 characters long. The commits since the main branch are checked, so
// there is nothing to check on main itself or without git.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dailyJobs } from './lib/test-jobs.mjs';

const LONGEST = 72;
/** Endings of words that describe instead of command: "Added", "Fixes", "Fixing". */
const NOT_IMPERATIVE = /^(?:\w+ed|\w+ing|(?:add|fix|change|remove|update|make|give|keep|show|read|use|test|run)e?s)$/i;
const IMPERATIVE_EXCEPTIONS = new Set(['bring', 'embed', 'feed', 'need', 'seed', 'shed', 'speed', 'string']);

test('R05: npm test refuses a subject of a new commit that is too long or not imperative, unfinished or ends with a full stop', (context) => {
  for (const subject of [
    `Add ${'x'.repeat(LONGEST)}`,
    'Added a picker',
    'Fixes the picker',
    'Fixing the picker',
    'WIP: picker',
    'picker',
    'Add a picker.',
  ])
    assert.notDeepEqual(faultsOf(subject), [], subject);
  for (const subject of [
    'Add a picker',
    'Embed fonts',
    'Merge the pickers',
    'Bring the menu back',
    `Add ${'x'.repeat(68)}`,
  ])
    assert.deepEqual(faultsOf(subject), [], subject);
  assert.ok(
    dailyJobs().some(({ files = [] }) => files.includes('scripts/commit-subjects.test.mjs')),
    'npm test runs this file',
  );
  const base = findBase();
  if (base === undefined) return context.diagnostic('no base is known: this is main, or there is no git');
  const subjects = git('log', '--format=%s', `${base}..HEAD`).split('\n').filter(Boolean);
  assert.deepEqual(subjects.flatMap(faultsOf), []);
});

function faultsOf(subject) {
  const [first = ''] = subject.split(/[\s:]/);
  return [
    ...(subject.length > LONGEST ? [`${subject.length} characters: ${subject}`] : []),
    ...(NOT_IMPERATIVE.test(first) && !IMPERATIVE_EXCEPTIONS.has(first.toLowerCase())
      ? [`not imperative: ${subject}`]
      : []),
    ...(/^wip\b/i.test(subject) ? [`unfinished: ${subject}`] : []),
    ...(/^[a-z]/.test(subject) ? [`begins in lower case: ${subject}`] : []),
    ...(subject.endsWith('.') ? [`ends with a full stop: ${subject}`] : []),
  ];
}

/** The commit at which this branch left main, if that is known and not the present one. */
function findBase() {
  for (const main of ['origin/main', 'main'])
    try {
      const base = git('merge-base', 'HEAD', main);
      if (base !== git('rev-parse', 'HEAD')) return base;
    } catch {
      // no such branch, or no repository
    }
  return undefined;
}

function git(...args) {
  return execFileSync('git', args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
}
