/**
 * The content security policy forbids `new Function`, so zod must be configured before its first use: the page imports
 * this file first. Zod reads this object when it loads; importing `config` would load it on screens that do without.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
