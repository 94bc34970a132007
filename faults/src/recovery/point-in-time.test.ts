/** The drill of point-in-time recovery, where Debian's PostgreSQL and pgBackRest are installed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { matrixTest } from '../../../server/src/testing/matrix.ts';

const DRILL = path.join(import.meta.dirname, 'point-in-time.sh');
const OPERATIONS = path.join(import.meta.dirname, '../../../docs/operations.md');
/** Exit status of the drill when it cannot run here. */
const MISSING = 2;
/** Longer than the minute that may be lost, so that a drill without an archive fails. */
const SECONDS_OF_WRITES = '75';

matrixTest(
  'W10: with pgBackRest as docs/operations.md describes it, a lost disk costs at most a minute and a deletion is undone',
  (it) => {
    const documented = fs.readFileSync(OPERATIONS, 'utf8');
    for (const step of ['stanza-create', 'backup --type=full', 'restore', '--type=time'])
      assert.match(documented, new RegExp(`runuser -u postgres -- pgbackrest --stanza=bobina .*${step}`));

    const { status, stdout, stderr } = spawnSync('sh', [DRILL], {
      env: { ...process.env, SECONDS_OF_WRITES },
      encoding: 'utf8',
    });
    if (status === MISSING) return it.skip(stderr.trim());
    it.diagnostic(stdout);
    assert.equal(status, 0, stdout + stderr);
    const [, lost] = /written \d+, kept \d+, holes 0, lost the last ([\d.]+) s/.exec(stdout) ?? [];
    assert.ok(Number(lost) <= 60, stdout);
    const [, before, after] = /before the deletion (\d+), after going back to .* (\d+)$/m.exec(stdout) ?? [];
    assert.ok(Number(before) > 0 && before === after, stdout);
  },
);
