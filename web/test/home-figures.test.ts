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
  expect(keysOf(divideFigures(figures, 'administration'))).toEqual([
    ['late_arrivals'],
    ['new_orders', 'to_ship', 'arrivals_today', 'overdue'],
  ]);
});
