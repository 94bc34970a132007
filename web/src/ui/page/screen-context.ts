import { createContext, useContext } from 'react';

export interface Crumb {
  title: string;
  to: string;
}
/** The screen that is open: its name and the way back, as the list of screens says. */
export interface CurrentScreen {
  title: string;
  crumbs: readonly Crumb[];
}
export const ScreenContext = createContext<CurrentScreen>({ title: '', crumbs: [] });
export function useScreen() {
  return useContext(ScreenContext);
}
