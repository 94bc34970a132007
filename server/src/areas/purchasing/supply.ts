/** Supply data of products, and the materials that were chosen for them by hand. */
import { sql } from 'kysely';
import { materialKind, type MaterialData } from '@bobina/contract/purchasing/material-product.rules.ts';
import type {
  ProductMaterials,
  ProductMaterialsInput,
  ProductSupply,
  ProductSupplyInput,
} from '@bobina/contract/purchasing/supply.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { FieldChecks, notFound } from '../../platform/problem.ts';
import { requireProduct } from '../stock/index.ts';

/** Reads how a product is supplied. @throws NOT_FOUND */
export async function readSupply(db: Db, id: number): Promise<ProductSupply> {
  const { rows } = await sql<ProductSupply>`
    select p.id as product_id, coalesce(s.lead_days, 0) as lead_days, coalesce(s.min_lot, 0)::float8 as min_lot,
      s.lot_multiple::float8 as lot_multiple, s.cover_days, coalesce(s.production, false) as production
    from products p left join product_supply s on s.product_id = p.id
    where p.id = ${id} and p.deleted_at is null`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Stores how a product is supplied; absent fields keep their value. Locks the product. @throws NOT_FOUND */
export async function saveSupply(
  act: Act,
  { id, body }: { id: number; body: ProductSupplyInput },
): Promise<ProductSupply> {
  const label = await lockProductLabel(act, id);
  const before = await readSupply(act.tx, id);
  const { product_id: _, ...stored } = before;
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const merged = { ...stored, ...sent };
  const values = {
    ...merged,
    lead_days: merged.lead_days ?? 0,
    min_lot: merged.min_lot ?? 0,
    production: merged.production ?? false,
  };
  await act.tx
    .insertInto('product_supply')
    .values({ product_id: id, ...values })
    .onConflict((on) => on.column('product_id').doUpdateSet(values))
    .execute();
  const after = await readSupply(act.tx, id);
  act.record('update', 'products', id, label, null, diffRecords(before, after));
  return after;
}

/** Reads the chosen materials of a product in order. @throws NOT_FOUND */
export async function readMaterials(db: Db, id: number): Promise<ProductMaterials> {
  await requireProduct(db, id);
  const { rows } = await sql<ProductMaterials['materials'][number]>`
    select m.material_product_id, m.share::float8 as share, p.code as product_code, coalesce(p.name, p.description) as product_name
    from product_materials m join products p on p.id = m.material_product_id
    where m.product_id = ${id} order by m.position`.execute(db);
  return { materials: rows };
}

/**
 * Replaces the chosen materials of a product. Locks the product, and its materials for share.
 * @throws NOT_FOUND; VALIDATION for a product that is not a material, the product itself, or one that is named twice
 */
export async function saveMaterials(
  act: Act,
  { id, body: { materials } }: { id: number; body: ProductMaterialsInput },
): Promise<ProductMaterials> {
  const label = await lockProductLabel(act, id);
  const before = await readMaterials(act.tx, id);
  const ids = materials.map(({ material_product_id }) => material_product_id);
  const { rows } = await sql<MaterialData & { id: number }>`
    select id, status, unit_of_measure, lunghezza_cm, numero_piste, pezzi_per_scatola, peso_carta, larghezza_bobina,
      spessore_film, larghezza_film, colore_film
    from products where id = any(${ids}) and deleted_at is null order by id for share`.execute(act.tx);
  const found = new Map(rows.map((row) => [row.id, row]));
  const checks = new FieldChecks();
  for (const [index, material] of ids.entries()) {
    const path = `materials.${index}.material_product_id`;
    const product = found.get(material);
    if (!product) checks.add(path, 'unknown');
    else if (material === id || materialKind(product) === null) checks.add(path, 'notMaterial');
    else if (ids.indexOf(material) !== index) checks.add(path, 'listedTwice');
  }
  checks.done();
  await act.tx.deleteFrom('product_materials').where('product_id', '=', id).execute();
  if (materials.length > 0)
    await act.tx
      .insertInto('product_materials')
      .values(
        materials.map(({ material_product_id, share }, position) => ({
          product_id: id,
          material_product_id,
          share: share ?? 1,
          position,
        })),
      )
      .execute();
  const after = await readMaterials(act.tx, id);
  act.record('update', 'products', id, label, null, diffRecords(namesOf(before), namesOf(after)));
  return after;
}

/** Locks a product against another change of its supply. @throws NOT_FOUND */
async function lockProductLabel(act: Act, id: number): Promise<string> {
  const { rows } = await sql<{ label: string }>`
    select code || ' ' || description as label from products where id = ${id} and deleted_at is null for no key update`.execute(
    act.tx,
  );
  if (!rows[0]) throw notFound();
  return rows[0].label;
}

function namesOf({ materials }: ProductMaterials) {
  return { materials: materials.map(({ product_code, share }) => `${product_code} × ${share}`).join(', ') || null };
}
