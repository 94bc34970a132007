import { defineConfig } from 'vitest/config';

/** Pure parts of the interface, without a browser; screens are tested end to end. */
export default defineConfig({
  root: import.meta.dirname,
  test: { include: ['test/**/*.test.ts'], environment: 'node' },
});
