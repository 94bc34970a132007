/** One shared ResizeObserver: it measures after layout and before paint, so measuring forces no extra layout. */
const callbacks = new WeakMap<Element, (isCut: boolean) => void>();
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) callbacks.get(target)?.(target.scrollWidth > target.clientWidth);
});

/**
 * Reports whether the element's content overflows its width, now and after each resize.
 * @returns a function that stops watching
 */
export function watchWidth(element: HTMLElement, onChange: (isCut: boolean) => void): () => void {
  callbacks.set(element, onChange);
  observer.observe(element);
  return () => observer.unobserve(element);
}
