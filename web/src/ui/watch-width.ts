/** One observer for all: it looks after layout and before painting, so that no measure forces a layout of its own. */
const told = new WeakMap<Element, (isCut: boolean) => void>();
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) told.get(target)?.(target.scrollWidth > target.clientWidth);
});

/** Tells whether the element's content is wider than the element, now and whenever its width changes. @returns how to end it */
export function watchWidth(element: HTMLElement, tell: (isCut: boolean) => void): () => void {
  told.set(element, tell);
  observer.observe(element);
  return () => observer.unobserve(element);
}
