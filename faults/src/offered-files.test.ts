/** The configurations that operators copy from the documentation are those that the drills run. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { offeredFile, pgbouncerFile } from '../../server/src/testing/offered-files.ts';
import { etcdFile, haproxyFile, patroniFile } from './ha/configuration.ts';
import { nginxFile } from './nginx.ts';

const DOCS = path.join(import.meta.dirname, '../../docs');
const POINT_IN_TIME = path.join(import.meta.dirname, 'recovery/point-in-time.sh');

describe('W11: docs/operations.md has exactly the configurations that were run', () => {
  const text = fs.readFileSync(path.join(DOCS, 'operations.md'), 'utf8');
  const files = fs.readdirSync(path.join(DOCS, 'operations'));
  for (const file of files.filter((name) => /\.(env|yml|cfg|conf|ini)$/.test(name)))
    test(`it quotes ${file} word for word`, () => {
      const [, quoted] = text.split(`[${file}](operations/${file}):\n\n`)[1]?.match(/^```\w*\n([^]*?)^```$/m) ?? [];
      assert.equal(quoted, offeredFile(file));
    });

  const home = { network: '10.0.0', folder: '/f' };
  test('the drill of high availability changes only names, addresses and folders', () => {
    assert.equal(etcdFile(home, 1), offeredFile('etcd.env', [['/var/lib/etcd/bobina', '/f/etcd']]));
    assert.equal(haproxyFile(home), offeredFile('haproxy.cfg', [['127.0.0.1:5000', '10.0.0.1:5000']]));
    assert.equal(
      patroniFile(home, 1, '/usr/lib/postgresql/15/bin'),
      offeredFile('patroni.yml', [
        ['10.0.0.0/24', '127.0.0.0/8'],
        ['/var/lib/postgresql/15/bobina', '/f/data'],
        ['/var/run/postgresql', '/f'],
      ]),
    );
  });
  test('the runs behind nginx change only addresses and the files of the certificate', () => {
    const documented = {
      servers: ['127.0.0.1:3001', '127.0.0.1:3002'],
      certificate: '/etc/ssl/bobina.crt',
      key: '/etc/ssl/private/bobina.key',
      secure: '443',
      plain: '80',
    };
    assert.equal(nginxFile(documented), offeredFile('nginx.conf'));
  });
  test('the tests behind PgBouncer change only names, addresses and the file of passwords', () => {
    const [users, host, databasePort, port] = ['/etc/pgbouncer/userlist.txt', '10.0.0.11', 5432, 6432];
    assert.equal(pgbouncerFile({ database: 'bobina', host, databasePort, port, users }), offeredFile('pgbouncer.ini'));
  });
  test('the drill of point-in-time recovery changes only folders and the port', () => {
    const printed = execFileSync('sh', [POINT_IN_TIME, '--files', '/f'], {
      encoding: 'utf8',
      env: { ...process.env, PORT: '5432' },
    });
    assert.equal(
      printed,
      offeredFile('pgbackrest.conf', [
        [
          'repo1-path=/var/lib/pgbackrest',
          'repo1-path=/f/repository\nlog-path=/f/log\nspool-path=/f/spool\nlock-path=/f',
        ],
        ['pg1-path=/var/lib/postgresql/15/main', 'pg1-path=/f/main\npg1-socket-path=/f'],
      ]) +
        offeredFile('pgbackrest-postgresql.conf', [
          ['pgbackrest --stanza', 'pgbackrest --config=/f/pgbackrest.conf --stanza'],
        ]),
    );
  });
});
