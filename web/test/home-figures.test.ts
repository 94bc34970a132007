import { expect, test } from 'vitest';
import { dayFigure, divideFigures } from '../src/areas/home/figures-of-role.ts';

const figures = [
  dayFigure('new_orders', { count: 2, screen: '/a' }),
  dayFigure('to_ship', { count: 1, screen: '/b' }),
  dayFigure('arrivals_today', { count: 0, screen: '/c' }),
  dayFigure('late_arrivals', { count: 3, screen: '/d' }),
  dayFigure('overdue', { count: 0, screen: '/e' }),
];
function keysOf(parts: ReturnType<typeof divideFigures>) {
  return [parts.now, parts.others].map((part) => part.map(({ key }) => key));
}

test('urgent figures and the work of the role come first, except zeros; no figure is left out', () => {
  expect(keysOf(divideFigures(figures, 'warehouse'))).toEqual([
    ['late_arrivals', 'to_ship'],
    ['new_orders', 'arrivals_today', 'overdue'],
  ]);
  expect(keysOf(divideFigures(figures, 'orders'))).toEqual([
    ['late_arrivals', 'new_orders', 'to_ship'],
    ['arrivals_today', 'overdue'],
  ]);
});

test('what a role may not do is neither its work nor urgent for it', () => {
  const due = (['to_invoice', 'draft_invoices', 'not_handed_over', 'rejected_documents', 'to_order'] as const).map(
    (key) => dayFigure(key, { count: 1, screen: '/a' }),
  );
  const administration = divideFigures(due, 'administration');
  expect(keysOf(administration)).toEqual([
    ['rejected_documents', 'not_handed_over'],
    ['to_invoice', 'draft_invoices', 'to_order'],
  ]);
  expect(administration.others.some(({ isUrgent }) => isUrgent)).toBe(false);
  expect(keysOf(divideFigures(due, 'sales'))).toEqual([
    ['rejected_documents', 'to_order', 'to_invoice', 'draft_invoices', 'not_handed_over'],
    [],
  ]);
  expect(keysOf(divideFigures(due.slice(-1), 'warehouse'))).toEqual([[], ['to_order']]);
});
