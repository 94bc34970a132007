import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressIn, isPrivate, readNetworks } from './networks.ts';

test('private, loopback, link-local and unspecified addresses are recognised in any spelling', () => {
  for (const host of [
    ...[
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0x7f.1',
      '017700000001',
      '0',
      '0.0.0.0',
      '10.1.2.3',
      '172.16.0.1',
    ],
    ...[
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '255.255.255.255',
      '224.0.0.1',
      '１２７.０.０.１',
    ],
    ...[
      '[::1]',
      '[::]',
      '[fe80::1]',
      '[fc00::1]',
      '[fd12:3456::1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
    ],
    ...[
      '[64:ff9b::7f00:1]',
      '[64:ff9b::10.0.0.1]',
      '[2002:7f00:1::]',
      '[2002:a00:1::1]',
      '[0:0:0:0:0:ffff:a00:1]',
      '[ff02::1]',
    ],
  ])
    assert.ok(isPrivate(addressIn(new URL(`https://${host}/x`)) ?? 'no address'), host);
  for (const host of [
    '93.184.215.14',
    '8.8.8.8',
    '172.32.0.1',
    '[2606:2800:21f:cb07:6820:80da:af6b:8b2c]',
    '[::ffff:8.8.8.8]',
    '[2002:808:808::1]',
  ])
    assert.equal(isPrivate(addressIn(new URL(`https://${host}/x`))!), false, host);
  assert.equal(addressIn(new URL('https://example.com/')), undefined);
});

test('the operator names networks', () => {
  const networks = readNetworks('10.1.0.0/16, 192.168.7.7 fd00:1::/32');
  for (const address of ['10.1.9.9', '192.168.7.7', 'fd00:1::5', '::ffff:10.1.0.1'])
    assert.deepEqual([networks.names(address), networks.allows(address)], [true, true], address);
  for (const address of ['10.2.0.1', '192.168.7.8', 'fd00:2::5', '127.0.0.1', '::ffff:10.2.0.1'])
    assert.deepEqual([networks.names(address), networks.allows(address)], [false, false], address);
  assert.deepEqual([networks.names('8.8.8.8'), networks.allows('8.8.8.8')], [false, true]);
  assert.equal(readNetworks(undefined).allows('127.0.0.1'), false);
  for (const wrong of ['10.0.0.0/33', 'plant', '10.0.0.0/x', '::/129', '10.0.0.0/8/8'])
    assert.throws(() => readNetworks(wrong), /ALLOW_PRIVATE_NETWORKS/, wrong);
});
