import { createStore } from '../../lib/store.ts';

/** The export under way, for its dialog. */
export interface ExportProgress {
  done: number;
  total: number;
  isWriting: boolean;
  cancel: () => void;
}
export const exportProgress = createStore<ExportProgress | null>(null);
