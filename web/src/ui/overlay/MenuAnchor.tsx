import { useEffect, type RefCallback, type RefObject } from 'react';

/** The position and the trigger of an opened list menu. */
export interface OpenedMenu {
  button: RefObject<HTMLElement | null>;
  id: string;
  onClose: () => void;
}

interface Props {
  button: RefObject<HTMLElement | null>;
  ref?: RefCallback<HTMLElement>;
}

/** Anchors a menu to an existing button, so that the menu can mount later than its button. */
export function MenuAnchor({ button, ref }: Props) {
  useEffect(() => {
    const release = ref?.(button.current);
    return () => (release ? release() : void ref?.(null));
  }, [button, ref]);
  return null;
}
