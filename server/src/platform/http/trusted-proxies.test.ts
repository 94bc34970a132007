import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTrustedProxies } from './trusted-proxies.ts';

test('TRUST_PROXY names addresses, networks and ranges by name', () => {
  const isProxy = readTrustedProxies('127.0.0.1, 10.1.0.0/16,2001:db8::/32, uniquelocal');
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '10.1.2.3', '2001:db8:5::1', '192.168.7.7', 'fd00::1'])
    assert.ok(isProxy(address), address);
  for (const address of ['127.0.0.2', '11.1.0.1', '2001:db9::1', 'unknown', '']) assert.ok(!isProxy(address), address);
});

for (const wrong of [
  'true',
  '1',
  'localhost',
  '127.0.0.1,',
  '10.0.0.0/33',
  '10.0.0.0/0',
  '::/0',
  '10.0.0/8',
  '1.2.3.4/8/9',
])
  test(`TRUST_PROXY=${wrong} is refused in words`, () => {
    assert.throws(() => readTrustedProxies(wrong), /TRUST_PROXY must be the addresses or networks/);
  });
