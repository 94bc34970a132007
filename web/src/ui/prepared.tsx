import { lazy, useEffect, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react';
import { commonText } from '../lib/i18n/i18n.ts';
import { toast, toasts } from './toasts.ts';

// oxlint-disable-next-line no-explicit-any -- any component, as in `lazy`
type AnyComponent = ComponentType<any>;

/**
 * Like `lazy`, but renders synchronously if `prepare()` has already loaded the code. A Suspense fallback would
 * otherwise delay the component by 300 ms. A part that cannot be loaded, as after an update of the server, is left out with
 * a message, so that the rest of the page keeps what was typed.
 */
export function prepared<Part extends AnyComponent>(load: () => Promise<{ default: Part }>) {
  type P = ComponentProps<Part>;
  let ready: ComponentType<P> | undefined;
  const Later = lazy((): Promise<{ default: ComponentType<P> }> => load().catch(() => ({ default: Missing })));
  const Prepared = (props: P) => {
    const [Component] = useState<ComponentType<P>>(() => ready ?? (Later as ComponentType<P>));
    return <Component {...props} />;
  };
  const prepare = async (): Promise<void> => {
    ready = (await load()).default;
  };
  return Object.assign(Prepared, { prepare });
}

/**
 * Stands for a part that could not be loaded. A dialog closes. The browser does not ask for the file again before the page
 * is loaded.
 */
function Missing({ children, onClose }: { children?: ReactNode; onClose?: () => void }) {
  useEffect(() => {
    const message = `${commonText('problem.unexpected')}. ${commonText('problem.reload')}.`;
    if (toasts.get().every((shown) => shown.message !== message)) toast.error(message);
    onClose?.();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once each time that the part is shown
  }, []);
  return <>{children}</>;
}
