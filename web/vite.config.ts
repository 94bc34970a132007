import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { calls } from './build/calls.ts';
import { leanZod } from './build/lean-zod.ts';
import { mantineParts } from './build/mantine-parts.ts';
import { mantineStyles } from './build/mantine-styles.ts';
import { nativeScroll } from './build/native-scroll.ts';
import { preloadFont } from './build/preload-font.ts';
import { precompress } from './build/precompress.ts';
import { screenFiles } from './build/screen-files.ts';
import { serviceWorker } from './build/service-worker.ts';

const API = process.env['BOBINA_API'] ?? 'http://127.0.0.1:3001';

const VENDOR =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!(react-)?(virtual|table))[\w-]+|i18next|react-i18next|zod)\//;
const FORM = /@mantine\/form\/|web\/src\/ui\/form\/|\/(Checkbox|Textarea|Collapse|use-collapse)\//;
const LIST =
  /@tanstack\/(react-)?virtual|web\/src\/ui\/(table\/(?!PlainTable|plain-table|EditableCell|cell-edits)|views\/(ListTools|use-|view-)|bulk\/bulk-act|export\/(?!progress|read-all)|page\/(ListPage|ListTable|SearchBox))/;
const UI =
  /node_modules\/(@mantine\/(core|hooks)|@floating-ui|react-remove-scroll)\/(?!.*\/(Checkbox|Textarea|Collapse|use-collapse|SegmentedControl|FloatingIndicator|Tabs|PasswordInput)\/)|web\/src\/(lib\/(?!offline\/(queue|kept-answers|database|shop-floor)|scanner|barcodes)|ui\/([^/]+$|overlay\/|export\/(progress|read-all)|print\/blocked|page\/(?!ListPage|ListTable|SearchBox|RecordPage|HubPage)))/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    calls(),
    leanZod(),
    react(),
    mantineParts(),
    nativeScroll(),
    mantineStyles(),
    preloadFont(),
    screenFiles(),
    serviceWorker(),
    precompress(),
  ],
  // No inlined assets: the page's content security policy takes scripts and styles from this origin alone.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Their own name keeps the pages of the guide out of the service worker's list.
        chunkFileNames: ({ facadeModuleId }) =>
          /\/guide\/(it|fr|en)\.json$/.test(facadeModuleId ?? '')
            ? 'assets/guide-[name]-[hash].js'
            : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            // Packages that rarely change stay cached across releases.
            { name: 'vendor', test: VENDOR, priority: 5 },
            // Puts shared code into a few files: sixty small files compress worse by a sixth.
            { name: 'ui', test: UI, minShareCount: 6, priority: 3 },
            { name: 'list', test: LIST, minShareCount: 6, priority: 2 },
            { name: 'form', test: FORM, minShareCount: 6, priority: 1 },
            // A separate file for each icon would cost a request each.
            { name: 'icons', test: /node_modules\/@tabler\//, minShareCount: 2, priority: 4 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': API } },
  preview: { port: 4173, proxy: { '/api': API } },
  worker: { format: 'es' },
});
