/** Encryption of backups with a passphrase, in the age format: `age -d` reads them too. */
import { Readable } from 'node:stream';
import { Decrypter, Encrypter } from 'age-encryption';

const START = Buffer.from('age-encryption.org/');

/** Whether the first bytes of a file are those of an encrypted one. */
export function isEncrypted(start: Buffer): boolean {
  return start.subarray(0, START.length).equals(START);
}

/** Encrypts a stream. */
export async function encrypt(plain: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return fromWeb(await encrypter.encrypt(toWeb(plain)));
}

/** Decrypts a stream. @throws Error when the passphrase is another one or the start was altered; the rest as it is read */
export async function decrypt(encrypted: Readable, passphrase: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return fromWeb(await decrypter.decrypt(toWeb(encrypted)));
}

function toWeb(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
}
function fromWeb(stream: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(stream as unknown as Parameters<typeof Readable.fromWeb>[0]);
}
