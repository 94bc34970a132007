/** One shared ResizeObserver: it measures after layout and before paint, so measuring forces no extra layout. */
const callbacks = new WeakMap<Element, (isCut: boolean) => void>();
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = target;
    // A line-height of a fraction of a pixel makes the content up to a pixel higher than its box.
    callbacks.get(target)?.(scrollWidth > clientWidth || scrollHeight > clientHeight + 1);
  }
});

/**
 * Reports whether the element's content overflows its width, or the lines that it is limited to, now and after each resize.
 * @returns a function that stops watching
 */
export function watchWidth(element: HTMLElement, onChange: (isCut: boolean) => void): () => void {
  callbacks.set(element, onChange);
  observer.observe(element);
  return () => observer.unobserve(element);
}
