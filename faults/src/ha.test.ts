/** The high-availability drill. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';

const HOUR_MS = 3_600_000;
const PLAYED = [
  'etcd away',
  'node lost',
  'node lost',
  'node lost',
  'postmaster killed',
  'postmaster killed',
  'switchover',
];
const skip = process.env.HA_DRILL === '1' ? false : 'HA_DRILL=1 runs it, for about six minutes';

/** Runs `npm run faults -- ha`. @returns its exit code and output */
async function runDrill(env: Record<string, string> = {}) {
  const drill = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts'), 'ha'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  drill.stdout.on('data', (text: Buffer) => (output += text.toString()));
  const [code] = await once(drill, 'close');
  return { code, output };
}

async function assertNamesWhatIsMissing() {
  const { code, output } = await runDrill({ PATH: '/nowhere', HA_PROGRAMS: '/nowhere' });
  assert.equal(code, 1, output);
  assert.match(
    output,
    /patroni, etcd, haproxy, postgres is missing: apt-get install patroni etcd-server haproxy postgresql/,
  );
}

test(
  'npm run faults -- ha names the missing programs and their packages and ends with an error',
  assertNamesWhatIsMissing,
);

test(
  'W01, W02: npm run faults -- ha says what is missing, or plays three node losses, two killed postmasters, a switchover and a loss of etcd, with each write there once, the same server and live changes that resume',
  { skip, timeout: HOUR_MS },
  async (it) => {
    await assertNamesWhatIsMissing();
    const { code, output } = await runDrill();
    it.diagnostic(output);
    assert.equal(code, 0, output);
    const played = [...output.matchAll(/^ {2}(node lost|postmaster killed|switchover|etcd away)/gm)];
    assert.deepEqual(played.map(([, name]) => name).toSorted(), PLAYED);
    for (const figure of [/^ {2}lost 0$/m, /^ {2}doubled 0$/m, /^ {2}streams opened again \d+$/m])
      assert.match(output, figure);
  },
);
