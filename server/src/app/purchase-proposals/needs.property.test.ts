/** Needs of purchase proposals on random orders, operations, jobs and runs, against a plain model in floating point. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { addDays } from '@bobina/contract/core/dates.ts';
import { addWorkingDays } from '@bobina/contract/core/working-days.ts';
import type { Projection, PurchaseProposals } from '@bobina/contract/purchasing/proposals.ts';
import { startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createMovement,
  createOperation,
  createProduct,
  createPurchaseOrder,
  createScheduling,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';
import { matrixTest } from '../../testing/matrix.ts';

const api = startApi();
const WEEK = [1, 2, 3, 4, 5];
const SCRAP = 4;
const WIDER_MM = 30;

interface Material {
  id: number;
  width: number | null;
  unit: string;
  stock: number;
  coming: number;
  /** Its place among the purchases, 0 for none. */
  bought: number;
  isActive: boolean;
  colour: string | null;
}
interface Good {
  id: number;
  unit: string;
  tracks: number;
  colour: string | null;
  chosen: { at: number; share: number }[];
}

const line = fc.record({
  good: fc.nat(1),
  quantity: fc.integer({ min: 50, max: 400 }),
  days: fc.integer({ min: 5, max: 60 }),
  /** Made without a run, then by it; parts of 40 % of the line. */
  made: fc.constantFrom(0, 0, 0.1, 0.4),
  madeByRun: fc.constantFrom(0, 0.1, 0.4),
  /** The consumption of the run as a part of the material of the line; null: the line has no job. */
  used: fc.constantFrom(null, null, 0, 0.05, 0.3, 0.7, 1.2),
});
/** The same colour is written in different ways. */
const colour = fc.constantFrom('Bianco', ' bianco ', 'Neutro', null);
const scenario = fc.record({
  kind: fc.constantFrom('paper' as const, 'film' as const),
  /** Of films; null is 0.92. */
  density: fc.constantFrom(null, 0.95, 1.39),
  layout: fc.constantFrom('full_web' as const, 'per_track' as const),
  materials: fc.array(
    fc.record({
      width: fc.constantFrom(64, 66, 68, 60, null),
      unit: fc.constantFrom('kg', 'm'),
      stock: fc.constantFrom(0, 0, 70.5),
      isBought: fc.boolean(),
      isActive: fc.constantFrom(true, true, true, false),
      colour,
    }),
    { minLength: 1, maxLength: 4 },
  ),
  goods: fc.tuple(
    ...[0, 1].map(() =>
      fc.record({
        unit: fc.constantFrom('box', 'piece', 'm', 'kg'),
        tracks: fc.integer({ min: 1, max: 3 }),
        colour,
        chosen: fc.array(fc.record({ at: fc.nat(3), share: fc.constantFrom(1, 0.6, 0.25) }), { maxLength: 3 }),
      }),
    ),
  ),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
});

let weight = 30;

matrixTest('needs on random orders, operations and runs equal those of a plain model', async () => {
  const { admin } = api;
  const { today } = (await admin.get('/company/today')).body;
  const { id: customer } = await createCustomer(admin);
  const { id: supplier } = await createSupplier(admin);
  const { id: warehouse } = await createWarehouse(admin);
  const board = (await admin.get('/production/calendar')).body.today;
  await fc.assert(
    fc.asyncProperty(scenario, async (given) => {
      weight += 1;
      const { kind, layout } = given;
      const isFilm = kind === 'film';
      const settings = { scrap_percent: SCRAP, wider_mm: WIDER_MM, film_layout: layout };
      assert.equal((await admin.put('/settings', settings)).status, 200);
      /** The data of a product of this paper or film. */
      const sheet = (width: number | null, colore_film: string | null) =>
        isFilm
          ? { spessore_film: weight, larghezza_film: width, densita_film: given.density, colore_film }
          : { peso_carta: weight, larghezza_bobina: width };
      const shownColour = (shade: string | null) => (isFilm && shade ? shade.trim().toLowerCase() : null);
      let bought = 0;
      const materials: Material[] = [];
      for (const { width, unit, stock, isBought, isActive, colour: shade } of given.materials) {
        const product = await createProduct(admin, { ...sheet(width, shade), unit_of_measure: unit });
        if (stock > 0) await createMovement(admin, loadBody(product.id, warehouse, stock));
        if (isBought)
          await createPurchaseOrder(admin, supplier, [{ product_id: product.id, quantity: 5, unit_price: 1 }], {
            requested_arrival_date: addDays(today, 9),
          });
        const supply = { stock, coming: isBought ? 5 : 0, bought: isBought ? ++bought : 0 };
        materials.push({ id: product.id, width, unit, isActive, colour: shownColour(shade), ...supply });
      }
      const narrow = await createProduct(admin, { ...sheet(10, null), has_batch: true });
      const goods: Good[] = [];
      for (const { unit, tracks, chosen, colour: shade } of given.goods) {
        const product = await createProduct(admin, {
          unit_of_measure: unit,
          ...sheet(64, shade),
          numero_piste: tracks,
          lunghezza_cm: 38,
          pezzi_per_scatola: 1000,
        });
        const picked = chosen.filter(
          ({ at }, index) => at < materials.length && chosen.findIndex((one) => one.at === at) === index,
        );
        if (picked.length > 0) {
          const body = {
            materials: picked.map(({ at, share }) => ({ material_product_id: materials[at]!.id, share })),
          };
          assert.equal((await admin.put(`/products/${product.id}/materials`, body)).status, 200);
        }
        goods.push({ id: product.id, unit, tracks, chosen: picked, colour: shownColour(shade) });
      }
      for (const { id } of materials.filter(({ isActive }) => !isActive))
        assert.equal((await admin.put(`/products/${id}/status`, { status: 'inactive' })).status, 200);
      const kgPerMetre = 64 * weight * (isFilm ? (given.density ?? 0.92) : 1) * 1e-5;
      const metresOf = ({ unit, tracks }: Good, quantity: number) => {
        /** Metres of material for each metre of the web. */
        const webs = isFilm && layout === 'per_track' ? tracks : 1;
        const metres =
          unit === 'box'
            ? (quantity * 1000 * 38) / tracks / 100
            : unit === 'piece'
              ? (quantity * 38) / tracks / 100
              : unit === 'm'
                ? quantity / tracks
                : quantity / (kgPerMetre * webs);
        return metres * webs * (1 + SCRAP / 100);
      };
      const needs = new Map<number, Map<string, number>>();
      let unmet = 0;
      for (const { good: which, quantity, days, made, madeByRun, used } of given.lines) {
        const good = goods[which]!;
        const delivery = addDays(today, days);
        const order = await createCustomerOrder(admin, customer, [{ product_id: good.id, quantity, unit_price: 1 }], {
          requested_delivery_date: delivery,
        });
        const item = order.items[0]!.id;
        const whole = (part: number) => Math.round(quantity * part);
        const made1 = whole(made);
        if (made1 > 0) await createOperation(admin, item, made1, { batch_number: 'A' });
        let day = addWorkingDays(delivery, -3, WEEK);
        let kg = metresOf(good, quantity - made1) * kgPerMetre;
        let madeKg = 0;
        let usedKg = 0;
        if (used !== null) {
          const machine = await createMachine(admin);
          const job = await createScheduling(admin, item, machine.id, quantity - made1);
          day = addWorkingDays(addDays(board, -1), 1, WEEK);
          const run = await admin.post<{ id: number }>('/runs', { machine_id: machine.id, scheduling_id: job.id });
          assert.equal(run.status, 201, JSON.stringify(run.body));
          usedKg = Math.round(metresOf(good, quantity) * kgPerMetre * used * 100) / 100;
          if (usedKg > 0) {
            const batch = await createMovement(
              admin,
              loadBody(narrow.id, warehouse, usedKg, { batch_number: `G${item}` }),
            );
            const input = await admin.post(`/runs/${run.body.id}/inputs`, {
              batch_id: batch.batch_id,
              quantity: usedKg,
            });
            assert.equal(input.status, 201, JSON.stringify(input.body));
          }
          const made2 = whole(madeByRun);
          if (made2 > 0) {
            await createOperation(admin, item, made2, { batch_number: 'B' });
            madeKg = metresOf(good, made2) * kgPerMetre;
            kg = metresOf(good, quantity - made1 - made2) * kgPerMetre;
          }
        }
        kg = Math.max(0, kg - Math.max(0, usedKg - madeKg));
        if (kg < 1e-9) continue;
        const fits = materials.filter(
          ({ width, isActive, colour: shade }) =>
            isActive && shade === good.colour && (width === null || (width >= 64 && (width - 64) * 10 <= WIDER_MM)),
        );
        const byHand = good.chosen.flatMap(({ at, share }) => {
          const one = materials[at]!;
          return fits.includes(one) ? [{ ...one, share }] : [];
        });
        let parts: (Material & { share: number })[];
        if (byHand.length > 0) {
          let left = 1;
          parts = byHand.map((one) => {
            const share = Math.min(one.share, left);
            left -= share;
            return { ...one, share };
          });
          parts[0]!.share += left;
        } else {
          const rank = (width: number | null) => (width === 64 ? 0 : width === null ? 1 : 2 + width);
          const best = fits.toSorted(
            (a, b) =>
              rank(a.width) - rank(b.width) ||
              Number(b.stock > 0) - Number(a.stock > 0) ||
              b.bought - a.bought ||
              a.id - b.id,
          )[0];
          parts = best ? [{ ...best, share: 1 }] : [];
        }
        if (parts.length === 0) unmet += kg;
        for (const { id, width, unit, share } of parts) {
          if (share < 1e-12) continue;
          const amount = (unit === 'm' ? kg / kgPerMetre : width ? (kg * width) / 64 : kg) * share;
          const of = needs.get(id) ?? new Map<string, number>();
          needs.set(id, of);
          const at = day < today ? today : day;
          of.set(at, (of.get(at) ?? 0) + amount);
        }
      }
      const close = (a: number, b: number, what: string) =>
        assert.ok(Math.abs(a - b) < 1e-3 + Math.abs(b) * 1e-9, `${what}: ${a} is not ${b}`);
      for (const material of materials) {
        if (!material.isActive) continue;
        const { days } = (await admin.get<Projection>(`/products/${material.id}/projection`)).body;
        const of = needs.get(material.id) ?? new Map<string, number>();
        let balance = material.stock;
        const wanted = [...new Set([today, ...of.keys(), ...(material.coming ? [addDays(today, 9)] : [])])].toSorted();
        assert.deepEqual(
          days.map(({ day }) => day),
          wanted,
        );
        for (const row of days) {
          balance += (row.day === addDays(today, 9) ? material.coming : 0) - (of.get(row.day) ?? 0);
          close(row.needs, of.get(row.day) ?? 0, `needs of ${row.day}`);
          close(row.balance, balance, `balance of ${row.day}`);
        }
      }
      const { without_product } = (await admin.get<PurchaseProposals>('/purchase-proposals')).body;
      const missing = without_product.filter(({ gsm, gauge }) => (isFilm ? gauge : gsm) === weight);
      close(
        missing.reduce((kg, one) => kg + one.kg, 0),
        unmet,
        'without a product',
      );
    }),
    { numRuns: 60 },
  );
});
