/** The high-availability drill and its documentation. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { etcdFile, FILES, haproxyFile, patroniFile } from './ha/configuration.ts';

const DOCS = path.join(import.meta.dirname, '../../docs');

test('docs/operations.md quotes exactly the files that the drill of high availability runs', () => {
  const text = fs.readFileSync(path.join(DOCS, 'operations.md'), 'utf8');
  for (const file of FILES) {
    const [, quoted] = text.split(`[${file}](operations/${file}):\n\n`)[1]?.match(/^```\w*\n([^]*?)^```$/m) ?? [];
    assert.equal(quoted, fs.readFileSync(path.join(DOCS, 'operations', file), 'utf8'), file);
  }
});

test('the drill changes only names, addresses and folders of the documented files', () => {
  const documented = (file: string) => fs.readFileSync(path.join(DOCS, 'operations', file), 'utf8');
  const home = { network: '10.0.0', folder: '/f' };
  assert.equal(etcdFile(home, 1), documented('etcd.env').replace('/var/lib/etcd/bobina', '/f/etcd'));
  assert.equal(haproxyFile(home), documented('haproxy.cfg').replace('127.0.0.1:5000', '10.0.0.1:5000'));
  assert.equal(
    patroniFile(home, 1, '/usr/lib/postgresql/15/bin'),
    documented('patroni.yml')
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replace('/var/lib/postgresql/15/bobina', '/f/data')
      .replace('/var/run/postgresql', '/f'),
  );
});

test('npm run faults -- ha names the missing programs and their packages and ends with an error', () => {
  const { status, stdout } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'main.ts'), 'ha'], {
    encoding: 'utf8',
    env: { ...process.env, PATH: '/nowhere', HA_PROGRAMS: '/nowhere' },
  });
  assert.equal(status, 1, stdout);
  assert.match(
    stdout,
    /patroni, etcd, haproxy, postgres is missing: apt-get install patroni etcd-server haproxy postgresql/,
  );
});
