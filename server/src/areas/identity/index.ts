export { createFirstAdmin } from './first-admin.ts';
export { forgetOldFailures } from './sign-in-throttle.ts';
