/** Purchase proposals of 1,000 products for 2,000 open order lines. */
import { PROPOSALS_1_000 } from '../../server/src/testing/large-sets.ts';
import { settle } from './fill.ts';
import type { Suite } from './case.ts';

export const proposals: readonly Suite[] = [
  {
    name: 'proposals',
    size: '1,000 products, 2,000 lines',
    fill: async ({ pool }) => {
      await pool.query(PROPOSALS_1_000.sql);
      await settle(pool);
    },
    cases: [
      { name: 'all proposals', method: 'GET', path: () => '/purchase-proposals', clients: [1, 4] },
      {
        name: 'proposals of one supplier',
        method: 'GET',
        path: () => '/purchase-proposals?supplier_id=1',
        clients: [1, 4],
      },
    ],
  },
];
