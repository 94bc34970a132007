import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

const API = process.env['BOBINA_API'] ?? 'http://127.0.0.1:3001';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), precompress()],
  // No inlined assets: the page's content security policy takes scripts and styles from this origin alone.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What changes rarely stays in caches across releases of our own code.
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            {
              name: 'data',
              test: /node_modules\/(@tanstack\/(query|react-query|router|react-router|history|store|react-store)|i18next|react-i18next)/,
              priority: 2,
            },
            { name: 'contract', test: /(node_modules\/(zod|big\.js)\/|contract\/src\/)/, priority: 2 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': API } },
  preview: { port: 4173, proxy: { '/api': API } },
  worker: { format: 'es' },
});
