import { describe, expect, test } from 'vitest';
import { typedAhead } from '../src/app/shell/typed-ahead.ts';
import { createOwnChanges } from '../src/ui/page/own-changes.ts';

describe('keys while the palette loads', () => {
  test('letters extend the text, Backspace erases the last one, Escape cancels and Enter is dropped', () => {
    expect(typedAhead('ab', 'c')).toBe('abc');
    expect(typedAhead('ab', 'Backspace')).toBe('a');
    expect(typedAhead('', 'Backspace')).toBe('');
    expect(typedAhead('ab', 'Enter')).toBe('ab');
    expect(typedAhead('ab', 'Escape')).toBeNull();
  });

  test('a key after Escape does not open the palette again, and Tab is left to the page', () => {
    expect(typedAhead(null, 'c')).toBeNull();
    expect(typedAhead('ab', 'Tab')).toBeUndefined();
  });
});

describe('a search box whose address follows late', () => {
  test('does not mistake its earlier value for a change from outside', () => {
    const own = createOwnChanges();
    own.send('', 'film');
    own.send('rotolo', 'film');
    expect(own.settles('')).toBe(true);
    expect(own.settles('rotolo')).toBe(true);
  });

  test('settles the values that the router skipped', () => {
    const own = createOwnChanges();
    own.send('ro', '');
    own.send('rotolo', '');
    expect(own.settles('rotolo')).toBe(true);
    expect(own.settles('ro')).toBe(false);
  });

  test('replaces the text on an external change and drops pending changes', () => {
    const own = createOwnChanges();
    own.send('rotolo', '');
    expect(own.settles('film')).toBe(false);
    expect(own.settles('rotolo')).toBe(false);
  });

  test('a value that the address shows already is awaited only after another one', () => {
    const own = createOwnChanges();
    own.send('', '');
    expect(own.settles('')).toBe(false);
    own.send('a', '');
    own.send('', '');
    expect(own.settles('a')).toBe(true);
    expect(own.settles('')).toBe(true);
  });
});
