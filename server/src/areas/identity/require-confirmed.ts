import type { ConfirmBy } from '@bobina/contract/core/errors.ts';
import type { Act } from '../../platform/context.ts';
import { Problem } from '../../platform/problem.ts';
import { hasTotp } from './has-totp.ts';

/**
 * Refuses a session that was neither opened nor confirmed within 30 minutes. A service token cannot be confirmed.
 * @throws CONFIRMATION_REQUIRED with the ways to confirm, FORBIDDEN for a service token
 */
export async function requireConfirmed({ tx, user }: Pick<Act, 'tx' | 'user'>): Promise<void> {
  if (user.tokenName !== undefined) throw new Problem('FORBIDDEN');
  if (user.isConfirmed) return;
  // A user of the provider may have no known password.
  const confirm_by: ConfirmBy[] = [user.isByProvider ? 'provider' : 'password'];
  if (await hasTotp(tx, user.id)) confirm_by.push('code');
  throw new Problem('CONFIRMATION_REQUIRED', { extra: { confirm_by } });
}
