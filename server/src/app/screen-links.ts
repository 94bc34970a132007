/** Which files the browser should fetch with the page, by its address, from what the build has written down. */
import { existsSync, readFileSync } from 'node:fs';

const fits = (pattern: string, path: string) => new RegExp(`^${pattern.replaceAll(/\$\w+/g, '[^/]+')}/?$`).test(path);
const linkOf = (file: string) =>
  `</${file}>; rel=${file.endsWith('.css') ? 'preload; as=style; crossorigin' : 'modulepreload'}`;

/** @returns the value of the header `Link` for an address; none for one that no screen has, or when the table is not there */
export const readScreenLinks = (table: string): ((path: string) => string | undefined) => {
  const files = existsSync(table) ? (JSON.parse(readFileSync(table, 'utf8')) as Record<string, string[]>) : {};
  const links = new Map(Object.entries(files).map(([path, names]) => [path, names.map(linkOf).join(', ')]));
  const patterns = [...links.keys()].filter((path) => path.includes('$'));
  return (path) => links.get(path) ?? links.get(patterns.find((pattern) => fits(pattern, path)) ?? '');
};
