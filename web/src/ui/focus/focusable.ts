const FOCUSABLE = 'a[href], button, input:not([type=hidden]), textarea, select, [tabindex]';
/** Fields that are typed into or chosen from. */
const FIELDS =
  'input:not([type=hidden], [type=checkbox], [type=radio], [type=file], [type=search], [aria-readonly=true]), textarea, select';

export function isFocusable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && element.matches(FOCUSABLE) && isShown(element);
}

/** The enabled, visible controls inside an element, itself included, in reading order. */
export function focusables(element: HTMLElement): HTMLElement[] {
  return [element, ...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isFocusable);
}

/** The fields inside an element that a person may fill in, in reading order. */
export function fieldsIn(element: HTMLElement): HTMLInputElement[] {
  return [...element.querySelectorAll<HTMLInputElement>(FIELDS)].filter(isFocusable);
}

function isShown(element: HTMLElement): boolean {
  return element.checkVisibility ? element.checkVisibility({ visibilityProperty: true }) : true;
}
