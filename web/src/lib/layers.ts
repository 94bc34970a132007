/**
 * The stack of layers: the page at the bottom, each open dialog above it. Shortcuts, Escape and scans are offered to the
 * handlers of the topmost layer only.
 */

export interface Scan {
  code: string;
  target: EventTarget | null;
  /** The scan was typed into a text field. */
  isTyped: boolean;
}

/** What a layer may handle. A handler that returns false leaves the event to the handler registered before it. */
export interface Handlers {
  /** Ctrl-S and Ctrl-Enter. */
  save: () => boolean | void;
  /** Ctrl-K */
  palette: () => boolean | void;
  /** `?` outside of fields. */
  help: () => boolean | void;
  /** `/` outside of fields. */
  search: () => boolean | void;
  escape: () => boolean | void;
  /** @returns what to do with the scan once the field that it was typed into is as it was before; false declines it */
  scan: (scan: Scan) => (() => void) | false;
}
type Kind = keyof Handlers;

export interface Layer {
  /** The dialog's element while it is open; null for the page. */
  content: HTMLElement | null;
  handlers: { [K in Kind]: Handlers[K][] };
}

/** What a key does while a field has the focus: `/` and `?` are text there. */
const TEXT_FIELDS = 'input, textarea, select, [contenteditable=true]';
/** Lists, menus and calendars float above their layer and close themselves on Escape. */
const FLOATING = '[role=menu], [role=listbox], .mantine-Popover-dropdown';

export function createLayer(): Layer {
  return { content: null, handlers: { save: [], palette: [], help: [], search: [], escape: [], scan: [] } };
}

/** The layer under all dialogs. */
export const PAGE: Layer = createLayer();

const stack: Layer[] = [];

export function topLayer(): Layer {
  return stack.at(-1) ?? PAGE;
}

/** Puts a dialog on top. @returns what takes it out of the stack, wherever it is by then */
export function pushLayer(layer: Layer, content: HTMLElement): () => void {
  layer.content = content;
  stack.push(layer);
  return () => {
    stack.splice(stack.indexOf(layer), 1);
    layer.content = null;
  };
}

/** Adds a handler to a layer; the latest is asked first. @returns what removes it */
export function handle<K extends Kind>(layer: Layer, kind: K, handler: Handlers[K]): () => void {
  const handlers = layer.handlers[kind] as Handlers[K][];
  handlers.unshift(handler);
  return () => void handlers.splice(handlers.indexOf(handler), 1);
}

/** Offers a scan to the topmost layer. @returns what to do with it, or nothing if no handler takes it */
export function offerScan(scan: Scan): (() => void) | undefined {
  for (const handler of topLayer().handlers.scan) {
    const act = handler(scan);
    if (act) return act;
  }
  return undefined;
}

/** Routes the shortcuts of the whole page; called once. */
export function watchShortcuts(): void {
  window.addEventListener('keydown', onEscape, { capture: true });
  window.addEventListener('keydown', onShortcut);
}

/** In the capture phase: whether a list is open is known only before the list's own handler closes it. */
function onEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  const target = event.target as Element;
  const { content } = topLayer();
  if (!content || target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  if (!content.contains(target) && target.closest(FLOATING)) return;
  event.stopPropagation();
  offer('escape');
}

/** @returns whether a handler of the topmost layer took the key */
function offer(kind: Exclude<Kind, 'scan'>): boolean {
  return [...topLayer().handlers[kind]].some((handler) => handler() !== false);
}

function onShortcut(event: KeyboardEvent): void {
  const kind = shortcutOf(event);
  if (!kind) return;
  const isTaken = offer(kind);
  // A dialog swallows the browser's own meaning of Ctrl-S and Ctrl-K: saving or searching the page behind it.
  if (isTaken || (topLayer() !== PAGE && event.key !== 'Enter')) event.preventDefault();
}

function shortcutOf(event: KeyboardEvent): 'save' | 'palette' | 'help' | 'search' | undefined {
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key === 's' || key === 'enter') return 'save';
    return key === 'k' && !event.shiftKey ? 'palette' : undefined;
  }
  if ((event.target as Element).matches?.(TEXT_FIELDS)) return undefined;
  if (event.key === '?') return 'help';
  return event.key === '/' ? 'search' : undefined;
}
