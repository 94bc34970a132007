import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base32, stepOfCode, totpCode, totpStep, totpUri } from './totp.ts';

const SECRET = Buffer.from('12345678901234567890');

test('the codes are those of RFC 6238, appendix B, in six digits', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    assert.equal(totpCode(SECRET, totpStep(new Date(seconds * 1000))), code);
});

test('base32 is that of RFC 4648, without padding', () => {
  for (const [text, encoded] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const)
    assert.equal(base32(Buffer.from(text)), encoded);
});

test('one step early or late is accepted, two are not, and steps go forward only', () => {
  const at = new Date(1_234_567_890_000);
  const now = totpStep(at);
  const find = (step: number, after = 0) => stepOfCode(SECRET, totpCode(SECRET, step), { at, after });
  assert.deepEqual(
    [-2, -1, 0, 1, 2].map((shift) => find(now + shift)),
    [undefined, now - 1, now, now + 1, undefined],
  );
  assert.deepEqual(
    [-1, 0, 1].map((shift) => find(now + shift, now)),
    [undefined, undefined, now + 1],
  );
  for (const wrong of ['', '12345', '1234567', 'abcdef'])
    assert.equal(stepOfCode(SECRET, wrong, { at, after: 0 }), undefined);
});

test('the address of the QR code names the product, the user, the secret and its parameters', () => {
  assert.equal(
    totpUri(SECRET, 'anna rossi'),
    `otpauth://totp/Bobina:anna%20rossi?secret=${base32(SECRET)}&issuer=Bobina&algorithm=SHA1&digits=6&period=30`,
  );
});
