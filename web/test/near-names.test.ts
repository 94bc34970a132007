import { describe, expect, test } from 'vitest';
import { areNear, namingWords } from '../src/areas/registry/shared/near-names.ts';

describe('names of companies', () => {
  test('are compared without legal form, separators, accents and order', () => {
    expect(namingWords('Caffè Doppio S.r.l.')).toEqual(['caffe', 'doppio']);
    expect(namingWords('MÜLLER G.m.b.H. & Co. KG')).toEqual(['co', 'muller']);
    expect(namingWords('S.p.A.')).toEqual(['spa']);
    expect(areNear('Doppio Caffè SpA', 'Caffè Doppio S.r.l.')).toBe(true);
  });
  test('are near with a typing mistake in a longer word, and in no other way', () => {
    expect(areNear('Imballagi Rossi', 'Imballaggi Rossi srl')).toBe(true);
    expect(areNear('Rossi', 'Rossi Imballaggi')).toBe(false);
    expect(areNear('Carta Due', 'Carta Tre')).toBe(false);
    expect(areNear('Cliente 1001', 'Cliente 1002')).toBe(false);
    expect(areNear('Carta', 'Cartiera')).toBe(false);
    expect(areNear('', 'Rossi')).toBe(false);
  });
});
