/** A passkey in software (WebAuthn, ES256, attestation `none`), as a phone or a security key holds it. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Options {
  challenge: string;
}

/** Creates an authenticator with one key, whose id is random by default. @param origin of the site @param host its relying party */
export function createAuthenticator(
  { origin, host }: { origin: string; host: string },
  credentialId: Buffer = randomBytes(16),
) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y } = publicKey.export({ format: 'jwk' });
  const id = credentialId.toString('base64url');
  let counter = 0;

  const clientData = (type: string, { challenge }: Options, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const authenticatorData = (flags: number, rest: Buffer = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags]), count, rest]);
  };
  return {
    id,
    /** Answers the options of a new passkey. */
    create: (options: Options) => {
      // The COSE key {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x!, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y!, 'base64url'),
      ]);
      const length = Buffer.from([0, credentialId.length]);
      const data = authenticatorData(
        USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL,
        Buffer.concat([Buffer.alloc(16), length, credentialId, key]),
      );
      // {fmt: "none", attStmt: {}, authData: data}
      const attestation = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from('fmt'),
        Buffer.from([0x64]),
        Buffer.from('none'),
        Buffer.from([0x67]),
        Buffer.from('attStmt'),
        Buffer.from([0xa0, 0x68]),
        Buffer.from('authData'),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options, origin).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    /** Answers the options of a sign-in. @param given another origin, or a device that has not verified its user */
    sign: (options: Options, given: { origin?: string; isVerified?: boolean } = {}) => {
      const client = clientData('webauthn.get', options, given.origin ?? origin);
      const data = authenticatorData(given.isVerified === false ? USER_PRESENT : USER_PRESENT | USER_VERIFIED);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        },
      };
    },
  };
}
