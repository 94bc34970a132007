import { useEffect, useEffectEvent } from 'react';

/**
 * Hands over what is typed after a dialog was asked for and before it has the focus, so that the keys do not reach the
 * field below it. Enter is dropped, because the answer that it would choose is not there yet.
 */
export function useTypeAhead(isOpen: boolean, onType: (character: string) => void): void {
  const type = useEffectEvent(onType);
  useEffect(() => {
    if (!isOpen) return undefined;
    const hold = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      if ((event.target as Element).closest('[role=dialog]')) return;
      if (event.key.length === 1) type(event.key);
      else if (event.key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', hold, true);
    return () => document.removeEventListener('keydown', hold, true);
  }, [isOpen]);
}
