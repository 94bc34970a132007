import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { widthsOf } from './code128.ts';

describe('Code 128', () => {
  test('encodes printable ASCII and nothing else', () => {
    for (const text of ['', 'è', 'a\nb', '€']) assert.equal(widthsOf(text), null);
    assert.equal(widthsOf('A')!.length, 4 * 6 + 1);
  });
  test('changes to digit pairs where that makes the code shorter', () => {
    // Start, data, check and stop symbols; the stop symbol has seven widths.
    const symbols = (text: string) => (widthsOf(text)!.length - 1) / 6;
    assert.equal(symbols('1234567'), 8);
    assert.equal(symbols('A12345'), 8);
    assert.equal(symbols('a1234b'), 9);
    assert.equal(symbols('a123456b'), 10);
    assert.equal(symbols('DDT-2026/10041'), 16);
  });
  test('encodes two digits per symbol, and FNC1 in front makes it GS1', () => {
    // Start C, then `01` and `12`.
    assert.match(widthsOf('0112')!.join(''), /^211232222122/);
    assert.match(widthsOf('0112', true)!.join(''), /^211232411131222122/);
  });
});
