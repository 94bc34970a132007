/** The fields that the lists on the screen request, and those that they read. */
import type { Page } from 'playwright-core';

export interface ListRead {
  /** The path and the query of the request, below `/api`. */
  address: string;
  /** The asked fields; null for all. */
  asked: string[] | null;
  rows: number;
  /** The fields that the page has read of the rows. */
  read: string[];
}

/** Records the pages of lists that the page loads from now on. The rows are proxies that record the fields read. */
export async function recordLists(page: Page): Promise<void> {
  await page.evaluate(() => {
    const json = Response.prototype.json;
    const lists: { address: string; rows: number; read: Set<string> }[] = [];
    Object.assign(window, { lists });
    Response.prototype.json = async function (this: Response) {
      const data: unknown = await json.call(this);
      const { pathname, search, searchParams } = new URL(this.url);
      // Lists load page by page, choices in fields and forms otherwise.
      if (!Array.isArray(data) || searchParams.get('limit') !== '100' || !searchParams.has('offset')) return data;
      const read = new Set<string>();
      lists.push({ address: pathname.replace(/^\/api(\/v1)?/, '') + search, rows: data.length, read });
      return data.map(
        (row: object) =>
          new Proxy(row, {
            get: (target, key) => {
              read.add(String(key));
              return Reflect.get(target, key) as unknown;
            },
          }),
      );
    };
  });
}

/** Returns the lists recorded since the last call. */
export async function takeLists(page: Page): Promise<ListRead[]> {
  const taken = await page.evaluate(() =>
    (window as unknown as { lists: { address: string; rows: number; read: Set<string> }[] }).lists
      .splice(0)
      .map(({ address, rows, read }) => ({ address, rows, read: [...read] })),
  );
  return taken.map((list) => ({
    ...list,
    asked: new URLSearchParams(list.address.split('?')[1]).get('fields')?.split(',') ?? null,
  }));
}
