import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readEnvironment } from '../../app/environment.ts';
import { startApi } from '../../testing/api.ts';

const lines: Record<string, unknown>[] = [];
const logger = {
  level: 'warn',
  stream: { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
};
const api = startApi({ logger, trustProxy: '127.0.0.1' });
function warnings() {
  return lines.filter(({ event }) => event === 'shared_address');
}

test('Q36: TRUST_PROXY is validated, without it failures of many users from one address are a warning in the log, and nginx.conf covers /metrics*', async () => {
  assert.throws(
    () => readEnvironment({ TRUST_PROXY: 'my-proxy' }, []),
    /TRUST_PROXY must be the addresses or networks/,
  );
  const nginx = new URL('../../../../docs/operations/nginx.conf', import.meta.url);
  assert.match(readFileSync(nginx, 'utf8'), /location \^~ \/metrics \{\s*return 404;\s*\}/);

  const fail = (url: ReturnType<typeof api.as>, n: number) =>
    url.post('/auth/login', { username: `user-${n}`, password: 'wrong' });
  for (let n = 0; n < 8; n++) await fail(api.as(null), n);
  assert.deepEqual(warnings(), []);

  const direct = await api.another({ logger, trustProxy: undefined });
  try {
    await fail(direct.as(null), 8);
    await fail(direct.as(null), 9);
  } finally {
    await direct.close();
  }
  assert.equal(warnings().length, 1);
  assert.match(String(warnings()[0]!.msg), /TRUST_PROXY/);
  assert.equal(warnings()[0]!.address, '127.0.0.1');
});
