import { createContext, useContext } from 'react';

export interface Crumb {
  title: string;
  to: string;
}
/** The open screen: its title and its breadcrumbs, and which screens it may link to. */
export interface CurrentScreen {
  title: string;
  crumbs: readonly Crumb[];
  /** Whether the screen of a path without parameters exists and the user's role can open it. */
  mayOpen: (path: string) => boolean;
  /** The same for the key of a screen's title. */
  mayOpenTitled: (title: string) => boolean;
}
export const ScreenContext = createContext<CurrentScreen>({
  title: '',
  crumbs: [],
  mayOpen: () => false,
  mayOpenTitled: () => false,
});
/** The screen that is open. */
export function useScreen() {
  return useContext(ScreenContext);
}
