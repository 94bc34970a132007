// The options of Node with which the server starts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { root } from './lib/files.mjs';
import { findNode } from './lib/pinned-node.mjs';

const OPTIONS = fs.readFileSync(path.join(root, 'server/node-options'), 'utf8').trim();

test('the pinned Node takes the options of the server', () => {
  const { status, stderr } = spawnSync(findNode(), [...OPTIONS.split(' '), '-e', ''], { encoding: 'utf8' });
  assert.deepEqual([status, stderr], [0, '']);
});

test('the packed server starts with the options, and the other commands without them', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-options-'));
  try {
    fs.mkdirSync(path.join(folder, 'node/bin'), { recursive: true });
    fs.mkdirSync(path.join(folder, 'server'));
    fs.writeFileSync(
      path.join(folder, 'node/bin/node'),
      '#!/bin/sh\necho "$MALLOC_ARENA_MAX $NODE_COMPILE_CACHE $@"\n',
      { mode: 0o755 },
    );
    fs.copyFileSync(path.join(root, 'server/node-options'), path.join(folder, 'server/node-options'));
    fs.copyFileSync(path.join(root, 'scripts/packed/bobina'), path.join(folder, 'bobina'));
    const { MALLOC_ARENA_MAX: _arenas, NODE_COMPILE_CACHE: _compiled, ...env } = process.env;
    const run = (...words) => spawnSync('sh', ['bobina', ...words], { cwd: folder, env, encoding: 'utf8' }).stdout;
    const place = fs.realpathSync(folder);
    assert.equal(
      run('start', '--demo'),
      `1 ${place}/node_modules/.cache/compiled ${OPTIONS} ${place}/server/src/app/main.ts --demo\n`,
    );
    assert.equal(run('verify'), `  ${place}/server/src/app/verify.ts\n`);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
