import { execFileSync } from 'node:child_process';
import { affectedTests } from './affected-tests.mjs';
import { root } from './files.mjs';
import { allTestFiles, checkJobs, jobsOf } from './test-jobs.mjs';
import { expectedSeconds } from './durations.mjs';

/**
 * Two cores for a minute, minus the time of the static checks. A change of the contract costs a type check of all files and a
 * build of the interface.
 */
const BUDGET_SECONDS = { contract: 55, other: 85 };

/**
 * The jobs of `npm test -- --changed`: the static checks, and the tests that changes since main (uncommitted ones
 * included) can affect. @param changed paths from the root When these exceed a minute, the nearest tests run and the others are listed.
 */
export function changedJobs(changed = changedFiles(), log = console.log) {
  const { chosen, affected } = chooseTests(changed);
  const left = affected.filter((test) => !chosen.includes(test));
  log(`${changed.length} changed files, ${affected.length} test files that they can affect`);
  if (left.length > 0)
    log(`skipped, more distant than one minute of tests (npm test runs them): ${left.length}\n  ${left.join('\n  ')}`);
  const jobs = [...checkJobs(changed), ...jobsOf(chosen, 'daily')];
  return jobs.filter((job, at) => jobs.findIndex(({ name }) => name === job.name) === at);
}

/** The affected tests, the nearest first, and those of them that fit into a minute. */
function chooseTests(changed) {
  const closeness = (test) => Math.max(0, ...changed.map((file) => sharedFolders(file, test)));
  const affected = [...affectedTests(changed, allTestFiles())].sort(
    ([a, near], [b, far]) => near - far || closeness(b) - closeness(a),
  );
  const budget = BUDGET_SECONDS[changed.some((file) => file.startsWith('contract/')) ? 'contract' : 'other'];
  const chosen = [];
  let seconds = 0;
  for (const [test] of affected) {
    if (chosen.length > 0 && seconds + expectedSeconds(test) > budget) continue;
    chosen.push(test);
    seconds += expectedSeconds(test);
  }
  return { chosen, affected: affected.map(([test]) => test) };
}

/** Number of folders that two paths have in common. */
function sharedFolders(one, other) {
  const folders = other.split('/');
  const differs = one.split('/').findIndex((folder, at) => folder !== folders[at]);
  return differs < 0 ? folders.length : differs;
}

/** Files that differ from the merge base with main, and uncommitted ones; paths from the root. */
function changedFiles() {
  const base = mergeBase();
  const lists = [git('diff', '--name-only', '--no-renames', base), git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(lists.flatMap((list) => list.split('\n')).filter(Boolean))].sort();
}

/** Without a main branch, or on it, only uncommitted files count. */
function mergeBase() {
  for (const main of ['main', 'origin/main']) {
    try {
      return git('merge-base', 'HEAD', main).trim();
    } catch {
      continue; // the branch does not exist
    }
  }
  return 'HEAD';
}

function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
