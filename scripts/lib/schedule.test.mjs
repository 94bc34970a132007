import assert from 'node:assert/strict';
import { test } from 'node:test';
import { watchIdleCpu } from './idle-cpu.mjs';
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

test('more jobs start while the processors are idle, up to the extra number', async () => {
  const list = Array.from({ length: 8 }, (_, at) => [`job ${at}`, 200]);
  const busy = makeJobs(list);
  await runJobs(busy.jobs, { atOnce: 2, passed, extra: 1, hasIdleCpu: () => false, everyMs: 1 });
  assert.equal(busy.log.most, 2);
  const idle = makeJobs(list);
  await runJobs(idle.jobs, { atOnce: 2, passed, extra: 1, hasIdleCpu: () => true, everyMs: 1 });
  assert.equal(idle.log.most, 3);
});

test('the processors count as idle after a window with enough idle time, once per window', () => {
  let at = 0;
  const times = { user: 0, sys: 0, idle: 0 };
  const hasIdleCpu = watchIdleCpu({ share: 0.4, windowMs: 3000, cpus: () => [{ times }], now: () => at });
  const pass = (ms, idle) => {
    at += ms;
    times.idle += idle;
    times.user += ms - idle;
    return hasIdleCpu();
  };
  assert.equal(pass(2000, 2000), false, 'the window has not ended');
  assert.equal(pass(1000, 0), true, 'two thirds of the window');
  assert.equal(pass(1000, 1000), false, 'a new window');
  assert.equal(pass(2000, 0), false, 'one third of the window');
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
