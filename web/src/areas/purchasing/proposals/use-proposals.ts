import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { PurchaseProposals } from '@bobina/contract/purchasing/proposals.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { toast } from '../../../ui/toasts.ts';
import { CHANGED_BY_RECEIPT, failureText } from '../calls.ts';
import { canBeOrdered, choose, proposalKey, lineOf, type Choice, type Typed } from './proposal-choice.ts';

export interface CreatedOrder {
  id: number;
  order_number: string;
}
/** The texts of refused fields of a row. */
export type Faults = Partial<Record<'quantity' | 'unit_price' | 'row', string>>;

/**
 * The proposals up to a day, what was typed and selected, and the act that orders them. Typed values and the selection
 * stay when the list is read again.
 */
export function useProposals({ until, supplier_id }: { until: Day | undefined; supplier_id: number | undefined }) {
  const { t } = useTranslation('purchaseProposals');
  const read = api.purchaseProposals.list.query({
    query: { until, ...(supplier_id !== undefined && { supplier_id: String(supplier_id) }) },
  });
  const query = useQuery(read);
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [faults, setFaults] = useState<ReadonlyMap<string, Faults>>(new Map());
  const [created, setCreated] = useState<readonly CreatedOrder[]>([]);
  const [isOrdering, setOrdering] = useState(false);
  const choices = useMemo(
    () => query.data?.proposals.map((proposal) => choose(proposal, typed.get(proposalKey(proposal)))) ?? [],
    [query.data, typed],
  );
  const chosen = choices.filter((choice) => selected.has(choice.key) && canBeOrdered(choice));

  const type = (key: string, change: Typed) => {
    setTyped((known) => new Map(known).set(key, { ...known.get(key), ...change }));
    setFaults((known) => new Map([...known].filter(([other]) => other !== key)));
  };
  const select = (keys: readonly string[], isOn: boolean) =>
    setSelected((known) => {
      const next = new Set(known);
      for (const key of keys)
        if (isOn) next.add(key);
        else next.delete(key);
      return next;
    });
  const refresh = () => {
    for (const group of [...CHANGED_BY_RECEIPT, 'purchaseProposals'])
      void queryClient.invalidateQueries({ queryKey: [group] });
  };
  const order = async () => {
    const lacking = new Map(
      chosen.flatMap((choice): [string, Faults][] => (lineOf(choice) ? [] : [[choice.key, faultsOf(choice, t)]])),
    );
    setFaults(lacking);
    if (lacking.size > 0) {
      focusFault();
      return;
    }
    setOrdering(true);
    try {
      const { orders } = await api.purchaseProposals.order({
        body: { lines: chosen.map((choice) => lineOf(choice)!) },
      });
      setCreated(orders);
      // Computing the proposals again takes seconds, in which the ordered ones could be ordered twice.
      const ordered = new Set(chosen.map(({ key }) => key));
      queryClient.setQueryData(
        read.queryKey,
        (known: PurchaseProposals | undefined) =>
          known && { ...known, proposals: known.proposals.filter((proposal) => !ordered.has(proposalKey(proposal))) },
      );
      setSelected(new Set());
      setTyped(new Map());
      toast.success(t('proposals.created', { count: orders.length, shown: orders.length }));
      refresh();
    } catch (error) {
      setFaults(refusedRows(error, chosen, t('proposals.changed')));
      toast.error(failureText(t('proposals.orderFailed'), error));
      if (error instanceof ApiProblem && error.code === 'STALE_VERSION') refresh();
      focusFault();
    } finally {
      setOrdering(false);
    }
  };
  return { query, choices, chosen, selected, faults, created, isOrdering, type, select, order };
}

type Texts = ReturnType<typeof useTranslation<'purchaseProposals'>>['t'];

function faultsOf({ quantity, unit_price }: Choice, t: Texts): Faults {
  const isWrong = (value: unknown) => !(typeof value === 'number' && value > 0);
  return {
    ...(isWrong(quantity) && { quantity: t('proposals.quantityNeeded') }),
    ...(isWrong(unit_price) && { unit_price: t('proposals.priceNeeded') }),
  };
}

/** Assigns the refused lines of an order to their rows. */
function refusedRows(error: unknown, chosen: readonly Choice[], changed: string): Map<string, Faults> {
  const faults = new Map<string, Faults>();
  if (!(error instanceof ApiProblem)) return faults;
  for (const index of error.body.lines ?? []) if (chosen[index]) faults.set(chosen[index].key, { row: changed });
  for (const { path, message } of error.fields) {
    const [, index, field] = path.split('.');
    const key = chosen[Number(index)]?.key;
    if (key === undefined) continue;
    const name = field === 'quantity' || field === 'unit_price' ? field : 'row';
    faults.set(key, { ...faults.get(key), [name]: message });
  }
  return faults;
}

/** After the render that marks the fields. */
function focusFault() {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main [aria-invalid=true]')?.focus());
}
