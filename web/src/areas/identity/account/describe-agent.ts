const BROWSERS: readonly [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: readonly [name: string, mark: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Names the browser and the system of a User-Agent header; null when neither is known. */
export function describeAgent(agent: string): string | null {
  const find = (marks: typeof BROWSERS) => marks.find(([, mark]) => mark.test(agent))?.[0];
  return [find(BROWSERS), find(SYSTEMS)].filter((name) => name !== undefined).join(' · ') || null;
}
