/** The physics of reels: worked examples, and properties that hold for any reel. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decimalOf, round, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import {
  caliperOf,
  caliperOfReel,
  contentOf,
  diameterOfMetres,
  gsmOf,
  isSscc,
  kgOfMetres,
  metresOfDiameter,
  metresOfKg,
  prescribedWidth,
  remnantOf,
  rollProductOf,
  squareMetresIn,
  ssccOf,
  widthDiffers,
  type Remnant,
  type UsedReel,
} from '@bobina/contract/stock/reel.rules.ts';

type Numbers = Record<string, number>;
interface Example {
  id: string;
  given: Record<string, string | number>;
  want: Numbers & { sscc: string };
  cases: { given: Record<string, string | number>; want: string }[];
}
const examples: Example[] = JSON.parse(readFileSync(new URL('./reel-examples.json', import.meta.url), 'utf8'));
function example(id: string): Example {
  const found = examples.find((one) => one.id.split(/[ :]/)[0] === id);
  assert.ok(found, id);
  return found;
}
function faultOf(result: object): string {
  assert.ok('faults' in result, JSON.stringify(result));
  return (result.faults as { code: string }[])[0]!.code;
}

/** The reel of example A1: 1000 mm, 80 g/m², 640 kg, 8000 m. */
const A1: UsedReel = { unit: 'kg', width_mm: 1000, gsm: 80, balance: '640', tare_kg: '12.4' };

function leftOn(reel: UsedReel, remnant: Remnant) {
  const left = remnantOf(remnant, reel);
  assert.ok('quantity' in left, JSON.stringify(left));
  return left;
}

describe('worked examples', () => {
  for (const [id, unit] of [
    ['A1', 'kg'],
    ['A2', 'kg'],
    ['A3', 'm'],
  ] as const)
    test(`${id}: grammage, weight, length and area`, () => {
      const { given, want } = example(id);
      const gsm = given.gsm
        ? decimalOf(given.gsm)
        : gsmOf({
            peso_carta: given.paper,
            spessore_film: given.um,
            densita_film: given.density,
            peso_adesivo: given.glue,
          })!;
      assert.equal(toNumber(gsm), want.gsm);
      const web = { width_mm: given.width_mm!, gsm };
      const metres = unit === 'm' ? decimalOf(given.m!) : metresOfKg(given.kg!, web);
      assert.equal(toNumber(round(metres, 1)), want.m);
      assert.equal(toNumber(round(kgOfMetres(metres, web), 3)), want.kg);
      assert.equal(toNumber(round(squareMetresIn('m', metres, web), 2)), want.m2);
      assert.equal(toNumber(kgOfMetres(1, web)), want.kg_per_m);
    });
  test('A5, A6 and A11: length, diameter and caliper', () => {
    assert.equal(toNumber(round(metresOfDiameter(1000, 96, 100), 1)), example('A5').want.m);
    assert.equal(toNumber(round(diameterOfMetres(8000, 96, 100), 1)), example('A6').want.od_mm);
    assert.equal(toNumber(round(caliperOfReel(8000, 1014, 96), 2)), example('A11').want.caliper_um);
  });
  test('A8 and A10: the remnant by weight and by counter', () => {
    const { want } = example('A8');
    const byWeight = leftOn(A1, { gross_kg: 233.6 });
    assert.equal(toNumber(byWeight.quantity), want.left_kg);
    assert.equal(toNumber(decimalOf(640).minus(byWeight.quantity)), want.used_kg);
    assert.equal(toNumber(metresOfKg(byWeight.quantity, A1)), want.left_m);
    const byCounter = leftOn(A1, { counter_m: 5235 });
    assert.equal(toNumber(byCounter.quantity), example('A10').want.left_kg);
  });
  test('the remnant by diameter is rounded once', () => {
    // Five sixths of 600.003 are 500.0025.
    const last_od = { od_mm: 212, quantity: 600.003 };
    const { quantity } = leftOn({ ...A1, core_mm: 76, balance: 600.003, last_od }, { od_mm: 196 });
    assert.equal(toNumber(quantity), 500.003);
  });
  test('A13: the SSCC and its check digit', () => {
    assert.equal(ssccOf('8012345', 123), example('A13').want.sscc);
    assert.ok(isSscc('080123450000001231'));
    assert.ok(!isSscc('080123450000001232'));
    assert.throws(() => ssccOf('8012345678', 10_000_000), RangeError);
  });
  test('A15: refused measurements', () => {
    const [od, above, tare, grammage] = example('A15').cases;
    const diameter = { ...A1, core_mm: od!.given.core_mm!, caliper_um: 100 };
    assert.equal(faultOf(contentOf({ od_mm: od!.given.od_mm! }, diameter, 3)), od!.want);
    assert.equal(faultOf(remnantOf({ od_mm: od!.given.od_mm! }, diameter)), od!.want);
    assert.equal(
      faultOf(remnantOf({ kg: above!.given.left_kg! }, { ...A1, balance: above!.given.balance_kg! })),
      above!.want,
    );
    assert.equal(
      faultOf(contentOf({ gross_kg: tare!.given.gross_kg!, tare_kg: tare!.given.tare_kg! }, A1, 3)),
      tare!.want,
    );
    assert.equal(gsmOf({}), null, grammage!.want);
  });
  test('A16: the quantities of a receipt add up exactly', () => {
    const { given, want } = example('A16');
    assert.equal(toNumber(sum((given.reels_kg as unknown as string[]).map(decimalOf))), want.quantity);
  });
});

describe('what is on a reel', () => {
  test('the unit of the ledger is booked first, then the other, then the diameter', () => {
    const web = { width_mm: 1000, gsm: 80, core_mm: 96, caliper_um: 100 };
    const all = { kg: 640, m: 7000, od_mm: 1000 };
    for (const [unit, quantity, paths] of [
      ['kg', 640, ['m']],
      ['m', 7000, ['kg', 'od_mm']],
    ] as const) {
      const found = contentOf(all, { ...web, unit }, 3);
      assert.ok('quantity' in found);
      assert.equal(toNumber(found.quantity), quantity);
      assert.deepEqual(
        found.deviations.map(({ path }) => path),
        paths,
      );
    }
  });
  test('a worked-out quantity has three decimals, half away from zero', () => {
    const found = contentOf({ m: 1.00625 }, { unit: 'kg', width_mm: 1000, gsm: 80 }, 3);
    assert.ok('quantity' in found);
    assert.equal(found.quantity.toFixed(), '0.081');
    const half = contentOf({ m: 6.25625 }, { unit: 'kg', width_mm: 1000, gsm: 80 }, 3);
    assert.ok('quantity' in half && half.quantity.toFixed() === '0.501');
  });
  test('nothing, a quantity that rounds to 0, and a diameter without core or caliper are refused', () => {
    assert.equal(faultOf(contentOf({}, A1, 3)), 'required');
    assert.equal(faultOf(contentOf({ m: 0.001 }, A1, 3)), 'above');
    assert.deepEqual(contentOf({ od_mm: 1000 }, A1, 3), {
      faults: [
        { path: 'core_mm', code: 'required' },
        { path: 'od_mm', code: 'no_caliper' },
      ],
    });
    assert.equal(faultOf(contentOf({ gross_kg: 500 }, { ...A1, tare_kg: null }, 3)), 'required');
  });
});

describe('what is left on a reel', () => {
  test('less than 0.001 counts as 0, and rounding never exceeds the balance', () => {
    assert.equal(toNumber(leftOn(A1, { kg: 0.0009 }).quantity), 0);
    assert.equal(toNumber(leftOn({ ...A1, balance: '640.12355' }, { kg: 640.12355 }).quantity), 640.12355);
    assert.equal(toNumber(leftOn({ ...A1, balance: '640.1237' }, { kg: 640.1237 }).quantity), 640.1237);
  });
  test('none or several ways are refused', () => {
    assert.equal(faultOf(remnantOf({}, A1)), 'one_remnant');
    assert.equal(faultOf(remnantOf({ empty: false }, A1)), 'one_remnant');
    assert.equal(faultOf(remnantOf({ kg: 1, m: 1 }, A1)), 'one_remnant');
  });
  test('a counter above the quantity of the reel is refused', () =>
    assert.equal(faultOf(remnantOf({ counter_m: 8001 }, A1)), 'max'));
});

test('the caliper of a laminate is that of its layers, and unknown without that of the paper', () => {
  assert.equal(toNumber(caliperOf({ spessore_film: 25 })!), 25);
  assert.equal(toNumber(caliperOf({ peso_carta: 60, spessore_carta: 70, spessore_film: 25 })!), 95);
  assert.equal(caliperOf({ peso_carta: 60, spessore_film: 25 }), null);
});

test('the width of a product is that of its reel, else of its film, in mm, and a reel may differ by 2 mm', () => {
  assert.equal(toNumber(prescribedWidth({ larghezza_bobina: 100, larghezza_film: 60 })!), 1000);
  assert.equal(toNumber(prescribedWidth({ larghezza_film: 60 })!), 600);
  assert.equal(prescribedWidth({ larghezza_bobina: 0 }), null);
  assert.ok(!widthDiffers(602, { larghezza_film: 60 }));
  assert.ok(widthDiffers(602.1, { larghezza_film: 60 }));
  assert.ok(!widthDiffers(5, {}));
});

test('AI 8001 rounds half up, marks unknown values with 9, and is left out when a value is too long', () => {
  assert.equal(rollProductOf({ width_mm: 1000, m: 8000, core_inner_mm: 76, winding: 1, splices: 0 }), '10000800007610');
  assert.equal(rollProductOf({ width_mm: 420.5, m: 3499.5, core_inner_mm: 76 }), '04210350007699');
  assert.equal(rollProductOf({ width_mm: 10_000, m: 1 }), null);
  assert.equal(rollProductOf({ width_mm: 1, m: 99_999.5 }), null);
});

/** A number above zero with one decimal. */
function positive(max: number) {
  return fc.integer({ min: 1, max: max * 10 }).map((tenths) => tenths / 10);
}

test('kg to m to kg is the identity before rounding', () => {
  fc.assert(
    fc.property(positive(100_000), positive(5000), positive(500), (kg, width_mm, gsm) => {
      const web = { width_mm, gsm };
      const back = kgOfMetres(metresOfKg(kg, web), web);
      assert.ok(back.minus(kg).abs().lt('1e-12'), back.toFixed());
    }),
  );
});

test('U11 the remnant by weight, by counter and by diameter of one wound reel agree within 0.1 %', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('kg' as const, 'm' as const),
      fc.record({
        width_mm: positive(3000),
        gsm: fc.integer({ min: 10, max: 400 }),
        caliper_um: fc.integer({ min: 10, max: 400 }),
      }),
      fc.integer({ min: 70, max: 160 }),
      fc.integer({ min: 500, max: 20_000 }),
      fc.integer({ min: 5, max: 95 }),
      (unit, web, core_mm, metres, percent) => {
        fc.pre(web.width_mm >= 50);
        const kg = kgOfMetres(metres, web);
        const left = decimalOf(metres).times(percent).div(100);
        const reel: UsedReel = {
          ...web,
          unit,
          core_mm,
          tare_kg: 5,
          balance: unit === 'kg' ? kg : metres,
          // The reading is of a wound reel: its caliper differs from the stated one by 4 %.
          last_od: {
            od_mm: diameterOfMetres(metres, core_mm, web.caliper_um * 1.04),
            quantity: unit === 'kg' ? kg : metres,
          } as never,
        };
        const ways: Remnant[] = [
          { gross_kg: kgOfMetres(left, web).plus(5) },
          { counter_m: decimalOf(metres).minus(left) },
          { od_mm: diameterOfMetres(left, core_mm, web.caliper_um * 1.04) },
        ];
        const [weight, ...others] = ways.map((way) => leftOn(reel, way).quantity);
        for (const other of others)
          assert.ok(
            other.minus(weight!).abs().lte(weight!.times('0.001').plus('0.001')),
            `${weight!.toFixed()} ${other.toFixed()}`,
          );
      },
    ),
  );
});
