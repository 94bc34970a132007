/**
 * The stack of layers: the page at the bottom, each open dialog above it. Only the handlers of the topmost layer
 * receive shortcuts, Escape and scans.
 */

export interface Scan {
  code: string;
  target: EventTarget | null;
  /** Whether the scan was typed into a text field. */
  isTyped: boolean;
}

/** Events of a layer. A handler that returns false passes the event to the handler registered before it. */
export interface Handlers {
  /** Ctrl-S and Ctrl-Enter. */
  save: () => boolean | void;
  /** Ctrl-K */
  palette: () => boolean | void;
  /** `?` outside text fields. */
  help: () => boolean | void;
  /** `/` outside text fields. */
  search: () => boolean | void;
  /** Ctrl-Z outside text fields, and in an empty field with `data-only-codes`, which keeps the focus between scans. */
  undo: () => boolean | void;
  escape: () => boolean | void;
  /** @returns an action to run after the scanned field is restored; false to decline the scan */
  scan: (scan: Scan) => (() => void) | false;
}
type Kind = keyof Handlers;

export interface Layer {
  /** The dialog's element while it is open; null for the page. */
  content: HTMLElement | null;
  handlers: { [K in Kind]: Handlers[K][] };
}

/** In these elements `/` and `?` are text, not shortcuts. */
const TEXT_FIELDS = 'input, textarea, select, [contenteditable=true]';
/** Lists, menus and calendars float above their layer and handle Escape themselves. */
const FLOATING = '[role=menu], [role=listbox], .mantine-Popover-dropdown';

/** Creates a layer without handlers. */
export function createLayer(): Layer {
  return { content: null, handlers: { save: [], palette: [], help: [], search: [], undo: [], escape: [], scan: [] } };
}

/** The bottom layer, below all dialogs. */
export const PAGE: Layer = createLayer();

const stack: Layer[] = [];

/** The topmost layer. */
export function topLayer(): Layer {
  return stack.at(-1) ?? PAGE;
}

/**
 * Pushes a dialog onto the stack.
 * @returns a function that removes it, from any position
 */
export function pushLayer(layer: Layer, content: HTMLElement): () => void {
  layer.content = content;
  stack.push(layer);
  return () => {
    stack.splice(stack.indexOf(layer), 1);
    layer.content = null;
  };
}

/**
 * Registers a handler on a layer; the latest is called first.
 * @returns a function that removes it
 */
export function handle<K extends Kind>(layer: Layer, kind: K, handler: Handlers[K]): () => void {
  const handlers = layer.handlers[kind] as Handlers[K][];
  handlers.unshift(handler);
  return () => void handlers.splice(handlers.indexOf(handler), 1);
}

/**
 * Offers a scan to the topmost layer.
 * @returns the action to run, or undefined if no handler takes the scan
 */
export function offerScan(scan: Scan): (() => void) | undefined {
  for (const handler of topLayer().handlers.scan) {
    const act = handler(scan);
    if (act) return act;
  }
  return undefined;
}

/** Routes the shortcuts of the whole page. Call once. */
export function watchShortcuts(): void {
  window.addEventListener('keydown', onEscape, { capture: true });
  window.addEventListener('keydown', onShortcut);
}

/** Runs in the capture phase, before an open list closes itself and can no longer be detected. */
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
  // In a dialog, Ctrl-S and Ctrl-K must not trigger the browser's own actions. Its undo would change a field that was left.
  if (isTaken || kind === 'undo' || (topLayer() !== PAGE && event.key !== 'Enter')) event.preventDefault();
}

function shortcutOf(event: KeyboardEvent): 'save' | 'palette' | 'help' | 'search' | 'undo' | undefined {
  if (event.altKey) return undefined;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key === 's' || key === 'enter') return 'save';
    if (event.shiftKey) return undefined;
    if (key === 'z') return hasOwnUndo(event.target as Element) ? undefined : 'undo';
    return key === 'k' ? 'palette' : undefined;
  }
  if ((event.target as Element).matches?.(TEXT_FIELDS)) return undefined;
  if (event.key === '?') return 'help';
  return event.key === '/' ? 'search' : undefined;
}

/** Whether Ctrl-Z is for the text of the field. */
function hasOwnUndo(target: Element): boolean {
  const isEmptyScanField = target instanceof HTMLInputElement && 'onlyCodes' in target.dataset && target.value === '';
  return !isEmptyScanField && Boolean(target.matches?.(TEXT_FIELDS));
}
