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
  kind: 'products' | 'orders' | 'customers' | 'suppliers';
  rows: Found[];
}
const OFFERED = 6;
const WAIT = 180;
const SHORTEST = 2;

/** What the server finds by a text, for the palette; only where there is a screen that the role may open. */
export function useFound(text: string, exists: (path: string) => boolean): FoundGroup[] {
  const [q] = useDebouncedValue(text.trim(), WAIT);
  const ask = { query: { q, limit: OFFERED } };
  const options = (path: string) => ({
    enabled: q.length >= SHORTEST && exists(path),
    placeholderData: keepPreviousData,
  });
  const products = useQuery({ ...api.products.list.query(ask), ...options('/anagrafica/prodotti/$id') });
  const orders = useQuery({
    ...api.customerOrders.list.query(ask),
    ...options('/ordiniclienti/visualizza-ordini'),
  });
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
    // An order opens among the orders, alone and with its lines.
    {
      kind: 'orders',
      rows: (orders.data?.rows ?? []).map((row) => ({
        id: row.id,
        name: row.order_number,
        detail: [row.customer_name, row.customer_order_number].filter(Boolean).join(' · '),
        to: `/ordiniclienti/visualizza-ordini?q=${encodeURIComponent(row.order_number)}&order=${row.id}`,
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
}
