/** Parts of the server that browser tests start or compute with. */
export { createApp } from '../app/create-app.ts';
export { createFirstAdmin, writeInitialPassword } from '../areas/identity/index.ts';
export { totpCode, totpStep } from '../areas/identity/totp.ts';
