import { useQuery } from '@tanstack/react-query';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { View } from '@bobina/contract/identity/views.ts';
import { api } from '../../lib/api/api.ts';
import { savePreference, usePreference } from '../preferences.ts';
import {
  findView,
  isChanged,
  keptOf,
  nameIn,
  parameterOf,
  searchToApply,
  stateOf,
  type Search,
  type ViewState,
} from './view-rules.ts';

const ALL = 1000;
const NONE: readonly View[] = [];

/** The saved views of a list and the columns that it shows. */
export interface ListViews {
  /** The list's name in the contract's views. */
  list: string;
  views: readonly View[];
  /** The view that the address names. */
  active: View | undefined;
  isChanged: boolean;
  /** What a view would keep now. */
  current: ViewState;
  /** The chosen columns and their setter, for `useLayout`. */
  columns: readonly [unknown, (choice: unknown) => void];
  /** Shows a view; null leaves the active one and keeps the filters. */
  show: (view: Pick<View, 'name' | 'state'> | null) => void;
}

/**
 * The views of a list: one in the address by name (`?view=`), or the start view of the user when the list opens.
 * Without a view, the columns are a preference of the user for this screen.
 * @param path the path of the list's call
 * @param storedTerm the search term that the screen stored; it comes before the start view
 */
export function useListViews(path: string, storedTerm = ''): ListViews {
  const navigate = useNavigate();
  const { pathname, search: unknownSearch } = useRouterState({ select: ({ location }) => location });
  const search = unknownSearch as Search;
  const list = path.slice(1);
  const key = `columns ${pathname} ${list}`;
  const { data } = useQuery({ ...api.views.list.query({ query: { limit: ALL } }), staleTime: 60_000 });
  const views = useMemo(
    // A view that another client saved names no screen and fits all screens of its list.
    () => data?.rows.filter((view) => view.list === list && ['', pathname].includes(stateOf(view).screen)),
    [data, list, pathname],
  );
  const name = nameIn(search, pathname);
  const active = name === undefined ? undefined : findView(views ?? NONE, name);
  const preference = usePreference(key);
  const [draft, setDraft] = useState<{ of: number; choice: unknown }>();
  const saved = active ? stateOf(active).columns : preference;
  const choice = active && draft?.of === active.id ? draft.choice : saved;
  const go = (next: Search, replace: boolean) => void navigate({ to: '.', search: next as never, replace });

  const applied = useRef<string | null>(null);
  const isOpening = useRef(true);
  useEffect(() => {
    if (!views) return;
    const next = searchToApply(search, {
      views,
      pathname,
      storedTerm,
      isOpening: isOpening.current,
      applied: applied.current,
    });
    isOpening.current = false;
    applied.current = active?.name ?? null;
    if (next) go(next, true);
  }, [views, search]); // oxlint-disable-line react-hooks/exhaustive-deps -- only a new address or new views matter

  return {
    list,
    views: views ?? NONE,
    active,
    isChanged: active !== undefined && isChanged(active, search, choice),
    current: { screen: pathname, search: keptOf(search), columns: choice },
    columns: [
      choice,
      (next) => {
        if (active) setDraft({ of: active.id, choice: next });
        else savePreference(key, next);
      },
    ],
    show: (view) => {
      setDraft(undefined);
      const opened = Object.fromEntries(Object.entries(search).filter(([name]) => name === 'tab'));
      const { view: _left, ...others } = search;
      applied.current = view?.name ?? null;
      go(view ? { ...opened, ...stateOf(view).search, view: parameterOf(view.name, pathname) } : others, false);
    },
  };
}
