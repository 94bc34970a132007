import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import { handle, PAGE, type Handlers, type Layer } from '../../lib/layers.ts';

/** The layer of the surrounding dialog, or of the page. */
export const LayerContext = createContext<Layer>(PAGE);

/**
 * Handles a shortcut or a scan while the surrounding layer is topmost. A handler that returns false declines the event.
 */
export function useLayerHandler<K extends keyof Handlers>(kind: K, handler: Handlers[K]): void {
  const layer = useContext(LayerContext);
  const latest = useEffectEvent(handler as (...input: unknown[]) => unknown);
  useEffect(() => handle(layer, kind, ((...input: unknown[]) => latest(...input)) as Handlers[K]), [layer, kind]);
}
