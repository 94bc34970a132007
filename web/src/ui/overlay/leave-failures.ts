import { dismiss, toasts } from '../toasts.ts';

let page = location.pathname;
/** The failures that were on the screen when the user last pressed something. */
let seen = new Set<number>();

for (const type of ['pointerdown', 'keydown'])
  addEventListener(type, () => (seen = new Set(failures().map(({ id }) => id))), true);

/** Dismisses failures that the user has left with their page. One that sent the user to another page stays. */
export function leaveFailures(): void {
  if (location.pathname === page) return;
  page = location.pathname;
  for (const { id } of failures()) if (seen.has(id)) dismiss(id);
}

function failures() {
  return toasts.get().filter(({ kind, stays }) => kind === 'error' && !stays);
}
