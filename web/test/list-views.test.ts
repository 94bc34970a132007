import { expect, test } from 'vitest';
import { findView, isChanged, keptOf, nameIn, parameterOf, searchToApply } from '../src/ui/views/view-rules.ts';

function view(name: string, search: object, { is_own = true, is_start = false } = {}) {
  return { name, is_own, is_start, state: { screen: '/x', search, columns: { columnOrder: ['a'] } } };
}
const late = view('In ritardo', { status: 'sent', sort: '-date' });
const start = view('Mia', { status: 'draft' }, { is_start: true });
const opening = { views: [late, start], pathname: '/x', storedTerm: '', isOpening: true, applied: null };

test.each([
  [
    'a view in the address brings its filters',
    { view: 'In ritardo' },
    { view: 'In ritardo', status: 'sent', sort: '-date' },
  ],
  [
    'the name is read without regard to case',
    { view: 'in RITARDO' },
    { view: 'in RITARDO', status: 'sent', sort: '-date' },
  ],
  ['the tab stays', { tab: 'invoices', view: 'Mia' }, { tab: 'invoices', view: 'Mia', status: 'draft' }],
  ['filters in the address win over the view', { view: 'In ritardo', q: 'kraft' }, null],
  ['an unknown view changes nothing', { view: 'Altra' }, null],
  ['without anything in the address, the start view opens', {}, { view: 'Mia', status: 'draft' }],
  ['a filter in the address wins over the start view', { q: 'kraft' }, null],
  ['an open dialog is no filter', { open: 7 }, { open: 7, view: 'Mia', status: 'draft' }],
])('%s', (_, search, next) => {
  expect(searchToApply(search, opening)).toEqual(next);
});

test('the stored search term wins over the start view, and the address over the stored term', () => {
  expect(searchToApply({}, { ...opening, storedTerm: 'kraft' })).toBe(null);
  expect(searchToApply({ view: 'Mia' }, { ...opening, storedTerm: 'kraft' })).toEqual({ view: 'Mia', status: 'draft' });
});

test('the start view opens only with the list, and only for its owner', () => {
  expect(searchToApply({}, { ...opening, isOpening: false })).toBe(null);
  expect(searchToApply({}, { ...opening, views: [{ ...start, is_own: false }] })).toBe(null);
});

test('removing all filters of a view leaves it, so that a reload does not bring them back', () => {
  expect(searchToApply({ tab: 'x', view: 'Mia' }, { ...opening, isOpening: false, applied: 'Mia' })).toEqual({
    tab: 'x',
  });
});

test('one’s own view comes before a shared one of the same name', () => {
  const shared = view('Mia', { status: 'sent' }, { is_own: false });
  expect(findView([shared, start], 'mia')).toBe(start);
  expect(findView([shared], 'mia')).toBe(shared);
});

test('names that look like numbers are names', () => {
  expect(nameIn({ view: 2026 }, '/x')).toBe('2026');
  expect(nameIn({ view: { a: 1 } }, '/x')).toBe(undefined);
  expect(nameIn({}, '/x')).toBe(undefined);
});

test('a saved view named like a view of its screen has an address of its own', () => {
  const scheduling = '/produzione/programmazione';
  const board = view('board', { q: 'kraft' }, { is_start: true });
  expect(nameIn({ view: 'board' }, scheduling)).toBe(undefined);
  expect(parameterOf('board', scheduling)).not.toBe('board');
  expect(nameIn({ view: parameterOf('board', scheduling) }, scheduling)).toBe('board');
  expect(searchToApply({}, { ...opening, views: [board], pathname: scheduling })).toEqual({
    q: 'kraft',
    view: parameterOf('board', scheduling),
  });
  // Elsewhere the name is free.
  expect(parameterOf('board', '/anagrafica/prodotti')).toBe('board');
  expect(nameIn({ view: 'board' }, '/anagrafica/prodotti')).toBe('board');
});

test('a view is changed when a filter, the sort order or the columns differ', () => {
  const columns = { columnOrder: ['a'] };
  expect(isChanged(late, { sort: '-date', status: 'sent', view: 'In ritardo', open: 3 }, columns)).toBe(false);
  expect(isChanged(late, { sort: 'date', status: 'sent' }, columns)).toBe(true);
  expect(isChanged(late, { sort: '-date', status: 'sent', q: 'a' }, columns)).toBe(true);
  expect(isChanged(late, { sort: '-date', status: 'sent' }, { columnOrder: ['b'] })).toBe(true);
  expect(keptOf({ q: 'a', tab: 'x', edit: 'new', view: 'y' })).toEqual({ q: 'a' });
});
