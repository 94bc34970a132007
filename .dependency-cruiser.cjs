// The import rules of ARCHITECTURE.md. They need @swc/core beside TypeScript 7: without it, dependency-cruiser reads
// no .ts file and reports nothing. scripts/walls.test.mjs checks this.

/** The areas that each area may import, always through their index.ts. An area that is not listed is an error. */
const AREAS = {
  identity: [],
  registry: ['identity'],
  // The dialogs of reels that stock, purchasing and records share; only the web has this area.
  reels: ['identity', 'registry'],
  // The runs of machines; only the web has this area.
  runs: ['identity', 'registry', 'reels'],
  stock: ['identity', 'registry', 'reels', 'runs'],
  purchasing: ['identity', 'registry', 'reels', 'stock'],
  orders: ['identity', 'registry'],
  sales: ['identity', 'registry', 'reels', 'stock', 'orders'],
  production: ['identity', 'registry', 'runs', 'stock', 'orders'],
  // The pages of single records show what all areas know about them.
  records: ['identity', 'registry', 'reels', 'runs', 'stock', 'purchasing', 'orders', 'sales', 'production'],
  home: [],
};
/** What each subfolder of the server's sales may use of the others. One that is not named here may not exist. */
const SALES = {
  shared: [],
  'packing-lists': ['shared'],
  payments: ['shared'],
  invoices: ['shared', 'payments'],
  documents: ['shared', 'packing-lists', 'invoices'],
  receivables: ['shared', 'documents'],
  'e-invoice': ['shared', 'documents'],
  files: ['shared', 'invoices', 'documents', 'e-invoice'],
  bank: ['shared', 'payments', 'e-invoice'],
};
const names = Object.keys(AREAS);
const salesFolders = Object.keys(SALES);
const TEST = '[.](test|spec)[.]tsx?$';
const AREA = '^(server|web)/src/areas/([^/]+)/';

const orderOfAreas = names.flatMap((area) => {
  const above = names.filter((other) => other !== area && !AREAS[area].includes(other)).join('|');
  return [
    {
      name: `order-of-areas:${area}`,
      comment: `${area} may use ${AREAS[area].join(', ') || 'no other area'}`,
      severity: 'error',
      from: { path: `^(server|web)/src/areas/${area}/` },
      to: { path: `^$1/src/areas/(${above})/` },
    },
    {
      name: `order-of-contracts:${area}`,
      comment: `the contract of ${area} may use that of ${AREAS[area].join(', ') || 'no other area'}`,
      severity: 'error',
      from: { path: `^contract/src/${area}/`, pathNot: TEST },
      to: { path: `^contract/src/(${above})/` },
    },
  ];
});

const orderOfSales = salesFolders.map((folder) => ({
  name: `order-of-sales:${folder}`,
  comment: `sales/${folder} may use ${SALES[folder].join(', ') || 'no other folder of sales'}`,
  severity: 'error',
  from: { path: `^server/src/areas/sales/${folder}/` },
  to: {
    path: '^server/src/areas/sales/',
    pathNot: `^server/src/areas/sales/(${[folder, ...SALES[folder]].join('|')})/`,
  },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'two files that need each other are one file, or hide a third; imports of types and of what is loaded later count',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'an import that is not found is watched by no wall',
      severity: 'error',
      from: {},
      // Vite resolves the address of a file (`?url`).
      to: { couldNotResolve: true, pathNot: '[?]url$' },
    },
    {
      name: 'contract-stands-alone',
      comment: 'the contract knows zod and big.js, nothing of either side',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: TEST },
      to: { pathNot: ['^contract/src/', '^node_modules/(zod|big[.]js|@types/big[.]js)/'] },
    },
    {
      name: 'contract-core-lowest',
      severity: 'error',
      from: { path: '^contract/src/core/', pathNot: TEST },
      to: { path: '^contract/src/', pathNot: '^contract/src/core/' },
    },
    {
      name: 'sides-meet-in-contract',
      comment: 'server and web know each other by the contract alone',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web|e2e|bench)/', pathNot: '^$1/' },
    },
    {
      name: 'demo-on-demand',
      comment:
        'the demo company and the image library that draws its files take 10 MB of memory: main loads them on demand',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: [TEST, '^server/src/(demo|testing)/', '^server/src/app/enter-demo[.]ts$'],
      },
      to: {
        path: ['^server/src/demo/', '^server/src/app/enter-demo[.]ts$'],
        dynamic: false,
        pathNot: '/country[.]ts$',
      },
    },
    {
      name: 'browser-tests-from-outside',
      comment: 'browser tests see the contract and what the server offers to tests',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^(server|web|bench)/', pathNot: '^server/src/testing/' },
    },
    {
      name: 'faults-from-outside',
      comment: 'fault runs see the commands and the wire, and what the server offers to tests; nobody needs them',
      severity: 'error',
      from: { path: '^faults/' },
      to: { path: '^(server|web|bench|e2e)/', pathNot: '^server/src/testing/' },
    },
    {
      name: 'known-areas',
      comment: 'a new area takes its place in the order at the top of this file',
      severity: 'error',
      from: { path: `^(server|web)/src/areas/(?!(${names.join('|')})/)[^/]+/` },
      to: {},
    },
    ...orderOfAreas,
    {
      name: 'known-folders-of-sales',
      comment: 'a new folder of sales takes its place in the order at the top of this file',
      severity: 'error',
      from: { path: `^server/src/areas/sales/(?!(${salesFolders.join('|')})/)[^/]+/` },
      to: {},
    },
    ...orderOfSales,
    {
      name: 'folders-below-area',
      comment: 'a subfolder does not import the files of its area, which import it',
      severity: 'error',
      from: { path: '^server/src/areas/([^/]+)/[^/]+/' },
      to: { path: '^server/src/areas/$1/[^/]+$' },
    },
    {
      name: 'areas-through-index',
      comment: 'another area is entered through its index.ts',
      severity: 'error',
      from: { path: AREA },
      to: { path: '^$1/src/areas/', pathNot: ['^$1/src/areas/$2/', '/areas/[^/]+/index[.]tsx?$'] },
    },
    {
      name: 'shared-below-areas',
      comment: 'what all areas stand on knows none of them',
      severity: 'error',
      from: { path: '^(server|web)/src/(platform|ui|lib)/', pathNot: TEST },
      to: { path: '^$1/src/(areas|app)/' },
    },
    {
      name: 'lib-below-ui',
      comment: 'the library of the interface knows none of its elements',
      severity: 'error',
      from: { path: '^web/src/lib/', pathNot: TEST },
      to: { path: '^web/src/ui/' },
    },
    {
      name: 'areas-below-app',
      severity: 'error',
      from: { path: AREA, pathNot: TEST },
      to: { path: '^$1/src/app/' },
    },
    {
      name: 'rules-are-pure',
      comment: '*.rules.ts may use the contract, other rules, how numbers and days are read, big.js and any-ascii',
      severity: 'error',
      from: { path: '[.]rules[.]ts$' },
      to: {
        pathNot: [
          '[.]rules[.]ts$',
          '^contract/src/',
          '^web/src/lib/(numbers|days)[.]ts$',
          '^node_modules/(big[.]js|@types/big[.]js|any-ascii)/',
        ],
      },
    },
    {
      name: 'testing-only-in-tests',
      severity: 'error',
      from: { path: '^(server|web|contract)/', pathNot: [TEST, '^server/src/testing/'] },
      to: { path: ['^server/src/testing/', TEST] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
};
