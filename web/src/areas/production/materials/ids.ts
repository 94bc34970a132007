/** Maximum number of ids in a URL. `12-40.57` means 12 to 40 and 57; invalid parts are ignored. */
const MOST = 10_000;
const PART = /^(\d{1,10})(?:-(\d{1,10}))?$/;

/** Formats ids as ranges for the URL, such as `12-40.57`. */
export function idsText(ids: Iterable<number>): string {
  const ranges: [number, number][] = [];
  for (const id of [...new Set(ids)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === id - 1) last[1] = id;
    else ranges.push([id, id]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join('.');
}

/** Parses ranges of ids. Ignores invalid parts; returns at most 10,000 ids. */
export function idsOf(text: string | undefined): number[] {
  const ids: number[] = [];
  for (const part of (text ?? '').split('.')) {
    const [, from, to = from] = PART.exec(part) ?? [];
    if (!from || Number(to) - Number(from) > MOST) continue;
    for (let id = Number(from); id <= Number(to) && ids.length < MOST; id++) if (id > 0) ids.push(id);
  }
  return ids;
}
