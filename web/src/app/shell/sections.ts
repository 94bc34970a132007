import { isOffered, type Card, type Role } from '@bobina/contract/core/permissions.ts';
import { ACCOUNT } from '../../lib/session.ts';

export const PROGRAMS = '/programmi';
export const USERS = '/users';

/** The entries of the top bar: home, and the hubs with their cards. */
const SECTIONS = [
  { path: '/', title: 'home', card: null },
  { path: '/anagrafica', title: 'registry', card: 'registry' },
  { path: '/operazioni', title: 'operations', card: 'operations' },
  { path: '/report', title: 'reports', card: 'reports' },
  { path: '/ordiniclienti', title: 'customerOrders', card: 'customerOrders' },
  { path: '/produzione', title: 'production', card: 'production' },
] as const satisfies readonly { path: string; title: string; card: Card | null }[];

export type Section = (typeof SECTIONS)[number];

/** The sections that the role may use, in the order of the bar. */
export function sectionsOf(role: Role): Section[] {
  return SECTIONS.filter(({ card }) => card === null || isOffered(role, card));
}

/** The screens of the user menu: the own account, the access of programs, and the administration of users. */
export const USER_PLACES = [ACCOUNT, PROGRAMS, USERS];

/** The section that contains the screen. Undefined for the screens of the user menu and of the guide. */
export function sectionAt(sections: readonly Section[], path: string): Section | undefined {
  return sections.find((section) => (section.path === '/' ? path === '/' : isWithin(section.path, path)));
}

/** Whether the path is the place or a screen below it. */
export function isWithin(place: string, path: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}
