import { createHash } from 'node:crypto';
import type { SignedIn } from '@bobina/contract/identity/auth.ts';
import type { Visit } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { Problem } from '../../platform/problem.ts';
import { takeTicket } from './oidc-steps.ts';
import { findOrCreateUser, userOfPerson } from './oidc-users.ts';
import { recordSignInFailure } from './security-events.ts';
import { answerSignedIn, holdActive, openFor } from './sign-in.ts';
import type { SignInMails } from './sign-in-mails.ts';
import { tryPassword } from './sign-in-throttle.ts';

/**
 * Opens a session for a ticket of the provider's callback. The ticket is used up, also by a refusal. The provider
 * answers for the second factor.
 * @throws INVALID_CREDENTIALS, USER_INACTIVE, FORBIDDEN, CODE_EXISTS, TOO_MANY_REQUESTS
 */
export async function signInByOidc(visit: Visit, ticket: string, mails: SignInMails): Promise<SignedIn> {
  const { db, address, log } = visit;
  const unknown = `secret ${createHash('sha256').update(ticket).digest('hex')}`;
  const fail = async (reason: string, typed: string, user?: { id: number; username: string }) => {
    const account = await recordSignInFailure(db, { user, typed, address });
    log.warn({ event: 'sign_in_failed', account, address, reason }, 'sign-in failed');
  };
  const done = await tryPassword(db, { username: unknown, address }, async () => {
    const person = await takeTicket(db, ticket);
    if (!person) {
      await fail('oidc ticket', unknown);
      return undefined;
    }
    try {
      return await inTransaction(db, async (tx) => {
        const id = await findOrCreateUser(tx, person, address);
        const user = await holdActive(tx, id);
        if (!user) throw new Problem('USER_INACTIVE', { text: 'USER_DEACTIVATED' });
        return { user, ...(await openFor(tx, { visit, user, mails, byProvider: true })) };
      });
    } catch (error) {
      if (error instanceof Problem) await fail(`oidc ${error.code}`, unknown, await userOfPerson(db, person));
      throw error;
    }
  });
  if (!done) throw new Problem('INVALID_CREDENTIALS', { text: 'OIDC_TICKET' });
  return answerSignedIn(visit, { ...done.user, mustAddSecondFactor: false }, done);
}
