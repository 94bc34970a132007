import { createStore } from '../../lib/store.ts';

/** State of the running export, for its dialog. */
export interface ExportProgress {
  done: number;
  total: number;
  isWriting: boolean;
  cancel: () => void;
}
export const exportProgress = createStore<ExportProgress | null>(null);
