import type { BankInstalment, SlipKind } from '@bobina/contract/sales/bank.ts';
import { onLastDay } from './on-last-day.ts';

/** Bank slips: receipts of the Italian customers in each state, and a transfer to suppliers that is still new. */
export const presentBankSlips = onLastDay(async ({ call, country }) => {
  const wanted = { riba: country === 'IT' ? [['presented', 'credited'], ['presented'], []] : [], pain001: [[]] };
  for (const [kind, slips] of Object.entries(wanted) as [SlipKind, string[][]][]) {
    const open = await call<BankInstalment[]>('GET', `/bank/instalments?kind=${kind}`);
    const ready = open.filter(({ missing, method }) => missing.length === 0 && (kind !== 'riba' || method === 'MP12'));
    const days = [...Map.groupBy(ready, ({ day }) => day)];
    for (const [at, states] of slips.entries()) {
      const [due_date, instalments] = days[at] ?? [];
      if (!instalments) break;
      const ids = [...new Set(instalments.map(({ document_id }) => document_id))];
      const { id } = await call<{ id: number }>('POST', '/bank/slips', { kind, ids, due_date });
      for (const state of states) await call('PUT', `/bank/slips/${id}`, { state });
    }
  }
});
