/** Passkeys of this device, through the browser. Loaded when one is created or used. */
import { startAuthentication, startRegistration } from '@simplewebauthn/browser';

type Json = Record<string, unknown>;

/** Lets the browser create a passkey. @throws Error when the user cancels or the device has it already */
export async function createPasskey(options: Json): Promise<Json> {
  const optionsJSON = options as unknown as Parameters<typeof startRegistration>[0]['optionsJSON'];
  return (await startRegistration({ optionsJSON })) as unknown as Json;
}

/** Lets the browser sign a challenge with a passkey. @throws Error when the user cancels or no passkey fits */
export async function signWithPasskey(options: Json): Promise<{ challenge_id: string; response: Json }> {
  const { challenge_id, ...rest } = options;
  const optionsJSON = rest as unknown as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const response = (await startAuthentication({ optionsJSON })) as unknown as Json;
  return { challenge_id: String(challenge_id), response };
}
