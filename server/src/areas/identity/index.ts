export { createFirstAdmin } from './first-admin.ts';
export { resetAccess } from './reset-access.ts';
export { forgetOldSignIns } from './security-events.ts';
export { forgetOldFailures } from './sign-in-throttle.ts';
