/** Preloaded into a server by compare-drivers: replaces its database client by plain-client. */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    if (specifier.endsWith('/preparing-client.ts') && !context.parentURL?.endsWith('/plain-client.ts'))
      return next(new URL('./plain-client.ts', import.meta.url).href, context);
    return next(specifier, context);
  },
});
