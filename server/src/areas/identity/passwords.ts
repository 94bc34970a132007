import { hash, verify } from '@node-rs/argon2';
import type { FieldChecks } from '../../platform/problem.ts';
import { isCommonPassword } from './common-passwords.ts';

/** argon2id, 19 MiB, two passes. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Compared with when there is no such user, so that the answer takes as long. */
const nobody = hashPassword('nobody has this password');

/** @param stored the user's hash, or undefined when there is no such user */
export const isPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  const matches = await verify(stored ?? (await nobody), password);
  return stored !== undefined && matches;
};

export const checkPassword = (checks: FieldChecks, path: string, password: string): void => {
  if (isCommonPassword(password)) checks.add(path, 'common_password');
};
