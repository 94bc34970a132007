/** Which saved view a list shows, and how the address names it. */
import type { View } from '@bobina/contract/identity/views.ts';

export type Search = Record<string, unknown>;
/** What a view keeps: filters and sort order as search parameters of the address, and the columns. */
export interface ViewState {
  /** The path of the screen, because two screens can show the same list with different filters. */
  screen: string;
  search: Search;
  columns: unknown;
}
type Named = Pick<View, 'name' | 'is_own' | 'is_start' | 'state'>;

/** Search parameters that choose a tab or open something. All others are filters and the sort order. */
const NOT_KEPT = new Set([
  'view',
  'tab',
  'edit',
  'new',
  'of',
  'open',
  'details',
  'destination',
  'order',
  'sheet',
  'items',
  'item',
  'scheduling',
  'report',
  'zoom',
  'job',
  'user',
  'find',
]);

/** The filters and the sort order in an address. */
export function keptOf(search: Search): Search {
  return Object.fromEntries(Object.entries(search).filter(([key]) => !NOT_KEPT.has(key)));
}

/** The state of a view. Tolerates what older releases or other clients stored. */
export function stateOf({ state }: Pick<View, 'state'>): ViewState {
  const { screen, search, columns } = state;
  return {
    screen: typeof screen === 'string' ? screen : '',
    search: typeof search === 'object' && search !== null ? keptOf(search as Search) : {},
    columns,
  };
}

/** Values of `?view=` that are views of the screen itself, such as its board. */
const OF_SCREEN: Partial<Record<string, readonly string[]>> = { '/produzione/programmazione': ['list', 'board'] };
/** Precedes the name of a saved view that the screen has for one of its own. */
const MARK = '=';

/** The name of the view in an address. The router parses some names as numbers or booleans. */
export function nameIn({ view }: Search, pathname: string): string | undefined {
  if (typeof view !== 'string' && typeof view !== 'number' && typeof view !== 'boolean') return undefined;
  const name = String(view);
  if (isOfScreen(name, pathname)) return undefined;
  return name.startsWith(MARK) && isOfScreen(name.slice(1), pathname) ? name.slice(1) : name;
}

/** The parameter `view` of the address that shows a saved view. */
export function parameterOf(name: string, pathname: string): string {
  return isOfScreen(name, pathname) ? `${MARK}${name}` : name;
}

/** Finds a view by name: one's own comes before a shared one. Case is ignored, as in the database. */
export function findView<V extends Named>(views: readonly V[], name: string): V | undefined {
  const same = views.filter((view) => view.name.toLowerCase() === name.toLowerCase());
  return same.find(({ is_own }) => is_own) ?? same[0];
}

/**
 * The search parameters that a list should change to, or null. The address comes first, then the stored search term,
 * then the start view.
 * @param storedTerm the search term that the screen stored; '' for none
 * @param applied the name of the view that this address already followed
 */
export function searchToApply(
  search: Search,
  {
    views,
    pathname,
    storedTerm,
    isOpening,
    applied,
  }: { views: readonly Named[]; pathname: string; storedTerm: string; isOpening: boolean; applied: string | null },
): Search | null {
  if (Object.keys(keptOf(search)).length > 0) return null;
  const { view: _name, ...others } = search;
  const name = nameIn(search, pathname);
  if (name !== undefined) {
    const view = findView(views, name);
    if (!view) return null;
    const kept = stateOf(view).search;
    if (Object.keys(kept).length === 0) return null;
    // The user removed all filters of the view: a reload must not bring them back.
    return applied === view.name ? others : { ...search, ...kept };
  }
  if (!isOpening || storedTerm !== '') return null;
  const start = views.find(({ is_own, is_start }) => is_own && is_start);
  return start ? { ...search, ...stateOf(start).search, view: parameterOf(start.name, pathname) } : null;
}

/** Whether the filters, the sort order or the columns differ from those of a view. */
export function isChanged(view: Pick<View, 'state'>, search: Search, columns: unknown): boolean {
  const state = stateOf(view);
  return (
    sorted(state.search) !== sorted(keptOf(search)) ||
    JSON.stringify(state.columns ?? null) !== JSON.stringify(columns ?? null)
  );
}

function sorted(search: Search) {
  return JSON.stringify(
    Object.entries(search)
      .map(([key, value]) => [key, String(value)])
      .sort(([a], [b]) => (a! < b! ? -1 : 1)),
  );
}

function isOfScreen(name: string, pathname: string) {
  return OF_SCREEN[pathname]?.includes(name) ?? false;
}
