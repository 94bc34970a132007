import { createStore } from '../store.ts';

/** Whether a newer shell than that of this page has been taken; reloading the page shows it. */
export const newVersion = createStore(false);
export const useNewVersion = newVersion.use;
