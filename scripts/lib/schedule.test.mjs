import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runJobs } from './schedule.mjs';

/** Creates jobs that record their start, and end after one turn of the event loop per second of duration. */
function makeJobs(list) {
  const log = { started: [], most: 0 };
  let running = 0;
  const jobs = list.map(([name, seconds, more = {}]) => ({
    step: name,
    name,
    seconds,
    ...more,
    run: async () => {
      log.started.push(name);
      running += 1;
      log.most = Math.max(log.most, running);
      for (let turn = 0; turn < seconds; turn++) await new Promise(setImmediate);
      running -= 1;
      return more.result ?? true;
    },
  }));
  return { jobs, log };
}
function passed(result) {
  return result !== 'failed';
}

test('the longest jobs start first, and the number of concurrent jobs is limited', async () => {
  const { jobs, log } = makeJobs([
    ['a', 1],
    ['b', 30],
    ['c', 5],
    ['d', 10],
    ['e', 2],
  ]);
  const ended = await runJobs(jobs, { atOnce: 2, passed });
  assert.deepEqual(log.started.slice(0, 4), ['b', 'd', 'c', 'e']);
  assert.equal(log.most, 2);
  assert.equal(ended.length, 5);
});

test('a job waits for the step that it requires, which starts before longer jobs', async () => {
  const { jobs, log } = makeJobs([
    ['long', 40],
    ['test', 30, { needs: 'build' }],
    ['build', 5],
  ]);
  await runJobs(jobs, { atOnce: 2, passed });
  assert.deepEqual(log.started, ['build', 'long', 'test']);
});

test('a job is skipped when a step that it requires has failed, and so are its dependents', async () => {
  const { jobs, log } = makeJobs([
    ['build', 1, { result: 'failed' }],
    ['test', 3, { needs: 'build' }],
    ['more', 1, { needs: 'test' }],
    ['other', 1],
  ]);
  const ended = await runJobs(jobs, { atOnce: 2, passed });
  assert.deepEqual(log.started, ['build', 'other']);
  assert.deepEqual(Object.fromEntries(ended.map(({ job, result }) => [job.name, result])), {
    build: 'failed',
    other: true,
    test: null,
    more: null,
  });
});
