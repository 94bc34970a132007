import type { Card } from '@bobina/contract/core/permissions.ts';

/** The links of the top bar, limited to the roles of their card. */
export const SECTIONS = [
  { path: '/', title: 'home', card: null },
  { path: '/anagrafica', title: 'registry', card: 'registry' },
  { path: '/operazioni', title: 'operations', card: 'operations' },
  { path: '/report', title: 'reports', card: 'reports' },
] as const satisfies readonly { path: string; title: string; card: Card | null }[];
