import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';

export interface Found {
  id: number;
  name: string;
  detail: string;
  to: string;
}
export interface FoundGroup {
  kind: 'products' | 'customers' | 'suppliers';
  rows: Found[];
}
const OFFERED = 6;
const WAIT = 180;
const SHORTEST = 2;

/** What the server finds by a text, for the palette; only where there is a screen to open. */
export const useFound = (text: string, exists: (path: string) => boolean): FoundGroup[] => {
  const [q] = useDebouncedValue(text.trim(), WAIT);
  const ask = { query: { q, limit: OFFERED } };
  const options = (path: string) => ({
    enabled: q.length >= SHORTEST && exists(path),
    placeholderData: keepPreviousData,
  });
  const products = useQuery({ ...api.products.list.query(ask), ...options('/anagrafica/prodotti/$id') });
  const customers = useQuery({ ...api.customers.list.query(ask), ...options('/anagrafica/clienti') });
  const suppliers = useQuery({ ...api.suppliers.list.query(ask), ...options('/anagrafica/fornitori') });
  if (q.length < SHORTEST) return [];
  return [
    {
      kind: 'products',
      rows: (products.data?.rows ?? []).map((row) => ({
        id: row.id,
        name: row.code,
        detail: row.description,
        to: `/anagrafica/prodotti/${row.id}`,
      })),
    },
    // Parties have no page of their own: their list opens with the name searched.
    {
      kind: 'customers',
      rows: (customers.data?.rows ?? []).map((row) => ({
        id: row.id,
        name: row.business_name,
        detail: row.city,
        to: `/anagrafica/clienti?q=${encodeURIComponent(row.business_name)}`,
      })),
    },
    {
      kind: 'suppliers',
      rows: (suppliers.data?.rows ?? []).map((row) => ({
        id: row.id,
        name: row.business_name,
        detail: row.city,
        to: `/anagrafica/fornitori?q=${encodeURIComponent(row.business_name)}`,
      })),
    },
  ];
};
