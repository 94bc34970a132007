import assert from 'node:assert/strict';
import type { Dashboard, ExpectedCash, Figure } from '@bobina/contract/system/dashboard.ts';
import { ROLES } from '@bobina/contract/core/permissions.ts';
import type { Api } from './api.ts';

/** Returns all figures of an answer by their position in it, such as `open_invoices.overdue`. */
export function figuresOf(value: unknown, at = ''): [string, Figure][] {
  if (value === null || typeof value !== 'object') return [];
  const inside = Object.entries(value).flatMap(([key, one]) => figuresOf(one, at === '' ? key : `${at}.${key}`));
  return 'path' in value ? [[at, value as Figure], ...inside] : inside;
}

/** Asserts that every figure that a role sees has a screen and equals the total and the rows of its list. */
export async function assertFiguresCount(api: Api): Promise<void> {
  for (const role of ROLES) {
    const cash = await api[role].get<ExpectedCash>('/dashboard/cash');
    assert.equal(cash.status, role === 'warehouse' ? 403 : 200);
    const figures = [
      ...figuresOf((await api[role].get<Dashboard>('/dashboard')).body),
      ...(cash.status === 200 ? figuresOf(cash.body) : []),
    ];
    assert.ok(figures.length > 5, role);
    for (const [at, { count, path, screen }] of figures) {
      const list = await api[role].get<unknown[]>(path);
      const rows = [list.status, list.body.length, list.headers.get('x-total-count')];
      assert.deepEqual(rows, [200, count, String(count)], `${role} ${at} ${path}`);
      assert.match(screen, /^\/(ordiniclienti|report|operazioni|produzione)\//, at);
    }
  }
}
