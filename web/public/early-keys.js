/** Keeps the keys that are pressed before the page's own scripts run, for `src/lib/scanner.ts`: a scan may begin early. */
if (!globalThis.earlyKeys) {
  const events = [];
  const keep = (event) => events.push(event);
  addEventListener('keydown', keep, true);
  globalThis.earlyKeys = {
    events,
    stop: () => removeEventListener('keydown', keep, true),
  };
}
