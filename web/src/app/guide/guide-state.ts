import { createStore } from '../../lib/store.ts';

/** Whether the guide of the current screen is open in the side panel. */
export const isGuideOpen = createStore(false);
