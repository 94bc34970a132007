import { createContext, useContext } from 'react';

export interface Crumb {
  title: string;
  to: string;
}
/** The open screen: its title and its breadcrumbs, from the list of screens. */
export interface CurrentScreen {
  title: string;
  crumbs: readonly Crumb[];
}
export const ScreenContext = createContext<CurrentScreen>({ title: '', crumbs: [] });
/** The screen that is open. */
export function useScreen() {
  return useContext(ScreenContext);
}
