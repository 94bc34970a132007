import { can } from '@bobina/contract/core/permissions.ts';
import type { purchaseProposals } from '@bobina/contract/purchasing/proposals.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { listProposals, projectStock } from './list-proposals.ts';
import { orderProposals } from './order-proposals.ts';

export const purchaseProposalHandlers: Handlers<typeof purchaseProposals> = {
  list: ({ query }, { db, user }) =>
    inSnapshot(db, (tx) => listProposals(tx, { ...query, showsPrices: can(user, 'purchase_orders.amounts') })),
  order: ({ body }, act) => orderProposals(act, body),
  projection: ({ id }, { db }) => inSnapshot(db, (tx) => projectStock(tx, id)),
};
