import { useQuery } from '@tanstack/react-query';
import { useFieldValue } from '../form/form-context.ts';
import type { PriceKind, PriceRow } from './price-kind.ts';

const MOST = 50;

/**
 * Returns the other prices of the product and party that the form names, latest first.
 * @param own the id of the price in the form, which is left out
 */
export function useOtherPrices<Row extends PriceRow>(
  { list, partyId }: Pick<PriceKind<Row>, 'list' | 'partyId'>,
  own: number | undefined,
): readonly Row[] {
  const product = useFieldValue<number | null>('product_id');
  const party = useFieldValue<number | null>(partyId);
  const isChosen = product !== null && party !== null;
  const { data } = useQuery({
    ...list.query({
      query: { product_id: String(product), [partyId]: String(party), sort: '-start_date', limit: MOST },
    }),
    enabled: isChosen,
  });
  return isChosen ? (data?.rows.filter(({ id }) => id !== own) ?? []) : [];
}
