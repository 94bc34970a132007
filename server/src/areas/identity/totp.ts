/** One-time codes of an authenticator app (RFC 6238: SHA-1, 6 digits, 30 seconds). */
import { createHmac, timingSafeEqual } from 'node:crypto';

const TOTP_SECONDS = 30;
const DIGITS = 6;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The number of the 30-second step at a time. */
export function totpStep(time: Date): number {
  return Math.floor(time.getTime() / 1000 / TOTP_SECONDS);
}

/** The code of a step. */
export function totpCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest[digest.length - 1]! & 0x0f;
  const number = (digest.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/**
 * Finds the step of a code: the current one, the one before or the next.
 * @param after the newest step that was used; it and all before it are refused
 * @returns undefined when the code belongs to none of them
 */
export function stepOfCode(
  secret: Buffer,
  code: string,
  { at, after }: { at: Date; after: number },
): number | undefined {
  const now = totpStep(at);
  const typed = Buffer.from(code);
  return [now - 1, now, now + 1].find((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return step > after && typed.length === expected.length && timingSafeEqual(typed, expected);
  });
}

/** Base32 without padding (RFC 4648), the form of the secret in authenticator apps. */
export function base32(bytes: Buffer): string {
  let text = '';
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += BASE32[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + BASE32[(value << (5 - bits)) & 31] : text;
}

/** The address that an authenticator app reads from a QR code. */
export function totpUri(secret: Buffer, username: string): string {
  const parameters = `secret=${base32(secret)}&issuer=Bobina&algorithm=SHA1&digits=${DIGITS}&period=${TOTP_SECONDS}`;
  return `otpauth://totp/Bobina:${encodeURIComponent(username)}?${parameters}`;
}
