import { lazy, useState, type ComponentType } from 'react';

/**
 * Like `lazy`, but renders synchronously if `prepare()` has already loaded the code. A Suspense fallback would
 * otherwise delay the component by 300 ms.
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
