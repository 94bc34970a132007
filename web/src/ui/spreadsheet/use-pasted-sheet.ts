import { useEffect, useEffectEvent } from 'react';

/**
 * Takes rows that are pasted anywhere on the page but in a text field as a text file with tabs between the cells.
 * @param name the name of the file, which says that its rows were pasted
 * @param onSheet called with the file
 */
export function usePastedSheet(name: string, onSheet: (file: File) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!text.includes('\t') || (event.target as HTMLElement).matches('input:not([type=file]), textarea')) return;
    event.preventDefault();
    onSheet(new File([text], `${name}.txt`, { type: PASTED }));
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}

/** The type of a file of pasted rows. */
export const PASTED = 'text/tab-separated-values';
