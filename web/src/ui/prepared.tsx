import { lazy, useState, type ComponentType } from 'react';

/**
 * A component whose code comes later, as with `lazy`, that is drawn at once when it has come before: where React has
 * shown a fallback, it holds back for 300 ms what takes its place.
 */
export function prepared<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let ready: ComponentType<P> | undefined;
  const Later = lazy(load);
  const Prepared = (props: P) => {
    const [Component] = useState<ComponentType<P>>(() => ready ?? Later);
    return <Component {...props} />;
  };
  const prepare = async (): Promise<void> => {
    ready = (await load()).default;
  };
  return Object.assign(Prepared, { prepare });
}
