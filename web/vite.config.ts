import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { calls } from './build/calls.ts';
import { cardIcons } from './build/card-icons.ts';
import { screenTexts } from './build/screen-texts.ts';
import { leanContract, plainContract } from './build/lean-contract.ts';
import { leanI18next } from './build/lean-i18next.ts';
import { mantineParts } from './build/mantine-parts.ts';
import { mantineStyles } from './build/mantine-styles.ts';
import { nativeScroll } from './build/native-scroll.ts';
import { preloadFont } from './build/preload-font.ts';
import { precompress } from './build/precompress.ts';
import { screenFiles } from './build/screen-files.ts';
import { serviceWorker } from './build/service-worker.ts';
import { themeVariables } from './build/theme-variables.ts';

const API = process.env['BOBINA_API'] ?? 'http://127.0.0.1:3001';

const VENDOR =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!virtual|table|react-table)[\w-]+|i18next|react-i18next)\//;
/** Without the password field, which only the sign-in and a few screens of users have, and the checkbox. */
const FORM =
  /@mantine\/form\/|web\/src\/ui\/form\/(?!PasswordField|CheckField|DayBox|DayRange|DayDropdown|use-day-fault|NumberBox|[Pp]icker|Select|FullSelect|type-to-select)|\/(Textarea|Collapse|use-collapse)\//;
/** The fields that filters of lists use: few lists have days and pickers. */
const DAYS = /web\/src\/ui\/form\/(DayBox|DayRange|use-day-fault)/;
const PICKER = /web\/src\/ui\/form\/Picker(?!List)/;
const CHECKBOX = /@mantine\/core\/.*\/Checkbox\//;
const LIST =
  /web\/src\/ui\/(table\/(?!PlainTable|plain-table|EditableCell|cell-edits|RowMenu|virtualizer)|views\/(ListTools|use-|view-)|bulk\/bulk-act|export\/(?!progress|read-all)|page\/(ListPage|ListTable|SearchBox))/;
const UI =
  /node_modules\/@mantine\/(core|hooks)\/(?!.*\/(Checkbox(?!\/CheckIcon)|Textarea|Collapse|use-collapse|SegmentedControl|FloatingIndicator|Tabs|PasswordInput|ModalBase|Modal|Drawer|Menu|Popover|Combobox|Select|Tooltip|Transition|Portal|FocusTrap|Floating|use-focus-trap|use-focus-return|use-click-outside)\/)|web\/src\/(lib\/(?!offline\/(queue|kept-answers|database|shop-floor)|scanner|barcodes)|ui\/([^/]+$|overlay\/(?!Dialog\.|AnchoredMenu|Tip\.)|form\/Select\.|export\/(progress|read-all)|print\/blocked|page\/(?!ListPage|ListTable|SearchBox|RecordPage|HubPage)))/;
/**
 * What every screen needs, with all that it imports, and small functions that tabs share with the menus: in the chunk of
 * the menus they would load all of it.
 */
const FIRST =
  /web\/src\/app\/(App|first-screen|shell\/Shell)\.tsx?$|contract\/src\/core\/without-eval\.|@mantine\/core\/.*\/utils\/(create-scoped-keydown-handler|create-event-handler|find-element-ancestor|get-context-item-index)\//;
/** Menus, tooltips, lists of options and their positioning, which open after the first paint. */
const OVERLAY =
  /node_modules\/@floating-ui\/|@mantine\/(core|hooks)\/.*\/(Menu|Popover|Combobox|Select|Tooltip|Transition|Portal|FocusTrap|Floating|use-focus-trap|use-focus-return|use-click-outside)\/|web\/src\/ui\/(overlay\/(AnchoredMenu|Tip)\.|form\/(FullSelect|type-to-select|PickerList|DayDropdown)\.)/;
/** Dialogs and drawers, which open after the first paint of most screens. */
const DIALOG =
  /@mantine\/core\/.*\/(ModalBase|Modal|Drawer)\/|node_modules\/(react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-sidecar|use-callback-ref|tslib)\/|web\/src\/ui\/overlay\/Dialog\./;
/** What the lists of sales share, and what opens a document. */
const DOCUMENTS =
  /web\/src\/(areas\/sales\/(CustomerAndPeriod|calls|papers|row-actions|statuses|sales\.module|packing-lists\/columns)|ui\/print\/open-pdf|lib\/api\/file)\./;
/** The parser of scanned labels: in files of their own, its parts cost a request each. */
const LABELS = /web\/src\/lib\/barcodes\/find-scanned|contract\/src\/core\/(gs1|read-scan)\./;
/** Zod and schema builders. Lists do without them; forms may load them with the first change of a field. */
const SCHEMA = /contract\/src\/core\/(fields|endpoint|required-as|bulk)\.|node_modules\/zod\//;
const VALUES = /contract\/src\/core\/(units|decimal)\.|node_modules\/big\.js\//;
const CARD_ICONS = cardIcons();
const ON_DEMAND = /\/(list|form|dialog|overlay)-[\w-]+\.js$|\.css$/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    calls(),
    leanContract(),
    plainContract(),
    leanI18next(),
    react(),
    mantineParts(),
    themeVariables(),
    nativeScroll(),
    mantineStyles(),
    preloadFont(),
    screenTexts(),
    screenFiles(),
    serviceWorker(),
    precompress(),
  ],
  // No inlined assets: the page's content security policy takes scripts and styles from this origin alone.
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // A chunk names only the styles and the large shared code of what it loads on demand: the names of every small chunk of
    // every screen took 5 kB of the first load. Links prepare their screen on hover and focus.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => ON_DEMAND.test(file)),
    },
    rolldownOptions: {
      output: {
        // Their own name keeps the pages of the guide out of the service worker's list.
        // The first load names some hundred files: a short hash in one case compresses best, and tells their versions apart.
        hashCharacters: 'base36',
        chunkFileNames: ({ facadeModuleId }) =>
          /\/guide\/(it|fr|en)\.json$/.test(facadeModuleId ?? '')
            ? 'assets/guide-[name]-[hash:7].js'
            : 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // Packages that rarely change stay cached across releases.
            { name: 'vendor', test: VENDOR, priority: 7 },
            // One file compresses better than the ten that it would otherwise be.
            { name: 'first', test: FIRST, priority: 6.5 },
            // Puts shared code into a few files: sixty small files compress worse by a sixth.
            { name: 'ui', test: UI, minShareCount: 30, priority: 5 },
            { name: 'overlay', test: OVERLAY, minShareCount: 6, priority: 3.5 },
            { name: 'dialog', test: DIALOG, minShareCount: 6, priority: 3 },
            { name: 'list', test: LIST, minShareCount: 6, priority: 2 },
            { name: 'checkbox', test: CHECKBOX, minShareCount: 6, priority: 1.5 },
            { name: 'days', test: DAYS, minShareCount: 6, priority: 1.5 },
            { name: 'picker', test: PICKER, minShareCount: 6, priority: 1.5 },
            // Apart from the form: a filter of a list has it.
            {
              name: 'number',
              test: /web\/src\/ui\/form\/NumberBox|core\/read-number/,
              minShareCount: 6,
              priority: 1.2,
            },
            { name: 'form', test: FORM, minShareCount: 6, priority: 1 },
            { name: 'labels', test: LABELS, minShareCount: 2, priority: 4 },
            // Seven small files would compress worse than one.
            { name: 'documents', test: DOCUMENTS, minShareCount: 2, priority: 1 },
            { name: 'lines', test: /web\/src\/ui\/lines\//, minShareCount: 2, priority: 1 },
            // Before the schemas, which would take it along: a group contains what its modules import.
            { name: 'values', test: VALUES, minShareCount: 4, priority: 4 },
            { name: 'schema', test: SCHEMA, minShareCount: 4, priority: 3 },
            // A separate file for each icon would cost a request each.
            { name: 'icons', test: isSharedIcon, minShareCount: 2, priority: 6 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': API } },
  preview: { port: 4173, proxy: { '/api': API } },
  worker: { format: 'es' },
});

function isSharedIcon(id: string): boolean {
  return id.includes('node_modules/@tabler/') && !CARD_ICONS.test(id);
}
