import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toNumber, type Decimal } from '../core/decimal.ts';
import { groupMaterials, materialsUnder, type MaterialOptions, type TechnicalData } from './materials.rules.ts';

const DEFAULTS: MaterialOptions = { scrap_percent: 0, film_layout: 'full_web' };
const M1 = { pezzi_per_scatola: 1000, numero_piste: 4, lunghezza_cm: 30, larghezza_bobina: 120, peso_carta: 40 };
const M2 = {
  pezzi_per_scatola: 500,
  numero_piste: 2,
  lunghezza_cm: 37,
  larghezza_bobina: 52,
  peso_carta: 45,
  larghezza_film: 50,
  spessore_film: 12,
  colore_film: 'avana',
};
const { colore_film: _, larghezza_film: __, ...M8 } = M2;

interface Expected {
  pieces?: number | null;
  m_paper?: number | null;
  kg_paper?: number | null;
  m_film?: number | null;
  kg_film?: number | null;
  density?: number | null;
  /** `CODE missing,missing` */
  issues?: string[];
}
const paperAlone = { m_film: null, kg_film: null, density: null };
const nothing = { m_paper: null, kg_paper: null, m_film: null, kg_film: null };
const cases: [string, string, number, TechnicalData, Partial<MaterialOptions>, Expected][] = [
  ['M1 boxes of paper', 'box', 50, M1, {}, { pieces: 50_000, m_paper: 3750, kg_paper: 180, ...paperAlone }],
  [
    'M2 boxes of paper and film',
    'box',
    120,
    M2,
    {},
    { pieces: 60_000, m_paper: 11_100, kg_paper: 259.74, m_film: 11_100, kg_film: 61.272, density: 0.92 },
  ],
  [
    'M3 pieces of film of its own density',
    'piece',
    10_000,
    { numero_piste: 3, lunghezza_cm: 25, larghezza_film: 60, spessore_film: 30, densita_film: 0.91 },
    {},
    { pieces: 10_000, m_paper: null, kg_paper: null, m_film: 833.333333, kg_film: 13.65, density: 0.91 },
  ],
  [
    'M4 metres',
    'm',
    12_500,
    { numero_piste: 5, larghezza_bobina: 100, peso_carta: 80 },
    {},
    { pieces: null, m_paper: 2500, kg_paper: 200, ...paperAlone },
  ],
  [
    'M6 with scrap',
    'box',
    50,
    M1,
    { scrap_percent: 5 },
    { pieces: 50_000, m_paper: 3937.5, kg_paper: 189, ...paperAlone },
  ],
  [
    'pieces of paper on two tracks with scrap',
    'piece',
    120_000,
    { numero_piste: 2, lunghezza_cm: 38, larghezza_bobina: 64, peso_carta: 70 },
    { scrap_percent: 4 },
    { m_paper: 23_712, kg_paper: 1062.2976, ...paperAlone },
  ],
  [
    'M7 without pieces per box',
    'box',
    50,
    { ...M1, pezzi_per_scatola: null },
    {},
    { ...nothing, issues: ['MISSING_DATA pezzi_per_scatola'] },
  ],
  [
    'M8 without the width of the film',
    'box',
    120,
    M8,
    {},
    { m_paper: 11_100, kg_paper: 259.74, m_film: null, kg_film: null, issues: ['MISSING_DATA larghezza_film'] },
  ],
  [
    'M10 litres',
    'l',
    5,
    { larghezza_bobina: 10, peso_carta: 40 },
    {},
    { ...nothing, issues: ['UNIT_NOT_CONVERTIBLE '] },
  ],
  [
    'M12 film per track',
    'box',
    120,
    { ...M8, larghezza_film: 25 },
    { film_layout: 'per_track' },
    { m_paper: 11_100, kg_paper: 259.74, m_film: 22_200, kg_film: 61.272 },
  ],
  [
    'kilograms of paper and film',
    'kg',
    100,
    { larghezza_bobina: 100, peso_carta: 50, larghezza_film: 100, spessore_film: 50, densita_film: 1 },
    {},
    { pieces: null, m_paper: 1000, kg_paper: 50, m_film: 1000, kg_film: 50 },
  ],
  [
    'kilograms, film per track',
    'kg',
    75,
    {
      numero_piste: 2,
      larghezza_bobina: 100,
      peso_carta: 50,
      larghezza_film: 50,
      spessore_film: 12.5,
      densita_film: 1,
    },
    { film_layout: 'per_track' },
    { m_paper: 1200, kg_paper: 60, m_film: 2400, kg_film: 15 },
  ],
  [
    'kilograms of which one material is unknown',
    'kg',
    75,
    { larghezza_bobina: 100, peso_carta: 50, larghezza_film: 50 },
    {},
    { ...nothing, issues: ['MISSING_DATA spessore_film'] },
  ],
  [
    'no tracks',
    'm',
    100,
    { larghezza_bobina: 100, peso_carta: 80, numero_piste: 0 },
    {},
    { m_paper: 100, kg_paper: 8, issues: ['TRACKS_ASSUMED numero_piste'] },
  ],
  [
    'all missing',
    'box',
    1,
    { peso_carta: 1 },
    {},
    {
      ...nothing,
      issues: [
        'MISSING_DATA pezzi_per_scatola,lunghezza_cm',
        'MISSING_DATA larghezza_bobina',
        'TRACKS_ASSUMED numero_piste',
      ],
    },
  ],
  [
    'a film of which the colour alone is known',
    'm',
    1,
    { colore_film: 'blu', numero_piste: 1 },
    {},
    { ...nothing, issues: ['MISSING_DATA larghezza_film,spessore_film'] },
  ],
  [
    'neither paper nor film',
    'box',
    1,
    { pezzi_per_scatola: 5, larghezza_bobina: 0, peso_carta: '' },
    {},
    { ...nothing, issues: ['NO_MATERIAL '] },
  ],
  ['nothing left to produce', 'box', 0, M1, {}, { pieces: 0, m_paper: 0, kg_paper: 0, ...paperAlone }],
];
function shown(amount: Decimal | null) {
  return amount === null ? null : Math.round(toNumber(amount) * 1e6) / 1e6;
}

describe('calculates the material of a quantity', () => {
  for (const [name, unit, quantity, product, options, { issues = [], ...amounts }] of cases)
    test(name, () => {
      const { issues: found, ...all } = materialsUnder({ ...DEFAULTS, ...options })(unit, quantity, product);
      for (const [key, amount] of Object.entries(amounts))
        assert.equal(shown(all[key as keyof typeof all]), amount, key);
      assert.deepEqual(
        found.map(({ code, missing }) => `${code} ${missing.join(',')}`),
        issues,
      );
    });
});

test('groups by purchased material, unrounded, and ignores the case of colours', () => {
  const need = (item_id: number, quantity: number, product: TechnicalData) => ({
    item_id,
    product,
    materials: materialsUnder(DEFAULTS)('box', quantity, product),
  });
  const needs = [need(1, 50, M1), need(2, 25, M1), need(3, 120, M2)];
  assert.deepEqual(groupMaterials(needs), {
    summary: { total_carta_kg: 529.74, total_film_kg: 61.272, total_items: 3 },
    carta: [
      { peso_carta: 40, larghezza_bobina: 120, metri_lineari: 5625, kg_necessari: 270, items: [1, 2] },
      { peso_carta: 45, larghezza_bobina: 52, metri_lineari: 11_100, kg_necessari: 259.74, items: [3] },
    ],
    film: [
      {
        spessore_film: 12,
        larghezza_film: 50,
        colore_film: 'avana',
        metri_lineari: 11_100,
        kg_necessari: 61.272,
        items: [3],
      },
    ],
  });
  const coloured = groupMaterials([
    need(1, 120, M2),
    need(2, 120, { ...M2, colore_film: ' AVANA ' }),
    need(3, 120, { ...M2, colore_film: '' }),
  ]);
  assert.deepEqual(
    coloured.film.map(({ colore_film, items }) => [colore_film, items]),
    [
      ['avana', [1, 2]],
      [null, [3]],
    ],
  );
});
