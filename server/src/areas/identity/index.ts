export { createFirstAdmin } from './first-admin.ts';
export { keepInitialPassword, watchInitialPassword } from './initial-password.ts';
export { resetAccess } from './reset-access.ts';
export { forgetOldSignIns } from './security-events.ts';
export { forgetOldChallenges, passkeySiteOf } from './passkeys.ts';
export { forgetOldResets } from './password-reset.ts';
export { forgetOldDevices } from './sign-in-mails.ts';
export { forgetOldTickets } from './tickets.ts';
export { forgetOldFailures } from './sign-in-throttle.ts';
