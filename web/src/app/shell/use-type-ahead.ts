import { useEffect, type Dispatch, type SetStateAction } from 'react';
import { typedAhead } from './typed-ahead.ts';

/**
 * Collects the keys typed between opening a dialog and its focus, so that they do not reach the field below it.
 * @param setText the text that the dialog starts with; null closes it
 */
export function useTypeAhead(isOpen: boolean, setText: Dispatch<SetStateAction<string | null>>): void {
  useEffect(() => {
    if (!isOpen) return undefined;
    const hold = (event: KeyboardEvent) => {
      const { key } = event;
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if ((event.target as Element).closest('[role=dialog]')) return;
      if (typedAhead('', key) === undefined) return;
      setText((text) => typedAhead(text, key) ?? null);
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', hold, true);
    return () => document.removeEventListener('keydown', hold, true);
  }, [isOpen, setText]);
}
