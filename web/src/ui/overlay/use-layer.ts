import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import { handle, PAGE, type Handlers, type Layer } from '../../lib/layers.ts';

/** The dialog around a component, or the page. */
export const LayerContext = createContext<Layer>(PAGE);

/** Handles a shortcut or a scan while the layer around is the topmost one. A handler that returns false declines it. */
export function useLayerHandler<K extends keyof Handlers>(kind: K, handler: Handlers[K]): void {
  const layer = useContext(LayerContext);
  const latest = useEffectEvent(handler as (...input: unknown[]) => unknown);
  useEffect(() => handle(layer, kind, ((...input: unknown[]) => latest(...input)) as Handlers[K]), [layer, kind]);
}
