/** Schemas of the second factor: the app's codes and passkeys. */
import { z } from 'zod';
import { jsonObject, text } from '../core/fields.ts';

export const SECOND_FACTORS = ['totp', 'passkey'] as const;

/** The password was right, and a second factor is missing. */
export const SecondFactorAsked = z
  .object({
    second_factor: z.array(z.enum(SECOND_FACTORS)),
    /** For `POST /auth/second-factor`: valid for 5 minutes, once, and until the fifth wrong code. */
    ticket: z.string(),
  })
  .meta({ id: 'SecondFactorAsked' });
export type SecondFactorAsked = z.infer<typeof SecondFactorAsked>;

/** A code of the app, or a recovery code. */
export const Code = z.object({ code: text(100) }).meta({ id: 'SecondFactorCode' });

/** The ticket with a code, or with the answer of a passkey. */
export const SecondStep = z
  .object({
    ticket: text(200),
    code: text(100).optional(),
    challenge_id: text(200).optional(),
    response: jsonObject().optional(),
  })
  .refine(({ code, response }) => code !== undefined || response !== undefined, {
    path: ['code'],
    params: { code: 'required' },
  })
  .meta({ id: 'SecondStep' });

/** The password of the signed-in user, or a code of its app or a recovery code. */
export const Confirmation = z
  .object({ password: z.string().min(1).max(1000).optional(), code: text(100).optional() })
  .refine(({ password: given, code }) => given !== undefined || code !== undefined, {
    path: ['password'],
    params: { code: 'required' },
  })
  .meta({ id: 'Confirmation' });

export const Passkey = z
  .object({ id: z.int(), name: z.string(), created_at: z.string(), last_used_at: z.string().nullable() })
  .meta({ id: 'Passkey' });
export type Passkey = z.infer<typeof Passkey>;

/** Options of WebAuthn in JSON, for `navigator.credentials`. */
export const WebAuthnOptions = z.record(z.string(), z.unknown()).meta({ id: 'WebAuthnOptions' });

/** The answer of `navigator.credentials` in JSON. */
export const PasskeyInput = z.object({ name: text(100), response: jsonObject() }).meta({ id: 'PasskeyInput' });

export const SignedChallenge = z
  .object({ challenge_id: text(200), response: jsonObject() })
  .meta({ id: 'SignedChallenge' });

export const TotpSecret = z
  .object({
    /** Base32. */
    secret: z.string(),
    /** `otpauth://totp/…`, the content of the QR code. */
    uri: z.string(),
    /** Each replaces a code of the app once. They are not stored and cannot be read again. */
    recovery_codes: z.array(z.string()),
  })
  .meta({ id: 'TotpSecret' });
export type TotpSecret = z.infer<typeof TotpSecret>;

export const SecondFactorState = z
  .object({ totp: z.boolean(), recovery_codes_left: z.int() })
  .meta({ id: 'SecondFactorState' });
export type SecondFactorState = z.infer<typeof SecondFactorState>;
