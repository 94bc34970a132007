import type { Suite } from './case.ts';
import { documents } from './documents.bench.ts';
import { imports } from './import.bench.ts';
import { orders } from './orders.bench.ts';
import { production } from './production.bench.ts';
import { products } from './products.bench.ts';
import { proposals } from './proposals.bench.ts';
import { sales } from './sales.bench.ts';
import { stock } from './stock.bench.ts';
import { trace } from './trace.bench.ts';

/** Every suite, in the order of the table. */
export const SUITES: readonly Suite[] = [
  ...products,
  ...stock,
  ...orders,
  ...proposals,
  ...trace,
  imports,
  ...production,
  ...sales,
  documents,
];
