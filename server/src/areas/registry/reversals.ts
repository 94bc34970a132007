/** How deletions in the registry are undone. */
import { contract } from '@bobina/contract/contract.ts';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { Problem } from '../../platform/problem.ts';
import { holdNamedRows, restoreRow, restoring, type LoggedAct, type Reversals } from '../../platform/undo.ts';

export const registryReversals: Reversals = {
  'products.delete': restoring('products', contract.products.remove.needs),
  'warehouses.delete': restoring('warehouses', contract.warehouses.remove.needs),
  'suppliers.delete': { needs: contract.suppliers.remove.needs, undo: restoreSupplier },
  'machines.delete': restoring('machines', contract.machines.remove.needs),
  'condizioni-pagamento.delete': restoring('condizioni_pagamento', contract.paymentTerms.remove.needs),
  'declarations-of-intent.delete': { needs: contract.declarationsOfIntent.remove.needs, undo: restoreDeclaration },
  'customers.delete': { needs: contract.customers.remove.needs, undo: restoreCustomer },
  'contacts.delete': { needs: contract.contacts.remove.needs, undo: restoreContact },
  'destinazioni-merce.delete': { needs: contract.destinations.remove.needs, undo: restoreDestination },
};

/** Revives a supplier. Its payment term must still exist. */
async function restoreSupplier(act: Act, logged: LoggedAct): Promise<void> {
  const { rows } = await sql<{ tipo_pagamento_id: number | null }>`
    select tipo_pagamento_id from suppliers where id = ${logged.id} for update`.execute(act.tx);
  await holdNamedRows(
    act,
    'condizioni_pagamento',
    rows.map((row) => row.tipo_pagamento_id),
  );
  await restoreRow(act, { table: 'suppliers', logged });
}

/** Revives a customer with the goods destinations that were deleted with it. Its payment term must still exist. */
async function restoreCustomer(act: Act, logged: LoggedAct): Promise<void> {
  const { rows } = await sql<{ tipo_pagamento_id: number | null }>`
    select tipo_pagamento_id from customers where id = ${logged.id} for update`.execute(act.tx);
  await holdNamedRows(
    act,
    'condizioni_pagamento',
    rows.map((row) => row.tipo_pagamento_id),
  );
  await sql`
    update destinazioni_merce d set deleted_at = null, deleted_by = null, version = d.version + 1, modified_at = now(), modified_by = ${act.user.id}
    from customers c where c.id = ${logged.id} and d.customer_id = c.id and d.deleted_at = c.deleted_at`.execute(
    act.tx,
  );
  await restoreRow(act, { table: 'customers', logged });
  act.changed('destinazioni-merce');
}

/** Revives a contact of a customer or supplier that still exists. @throws FORBIDDEN for users who may not change it */
async function restoreContact(act: Act, logged: LoggedAct): Promise<void> {
  const { rows } = await sql<{ customer_id: number | null; supplier_id: number | null }>`
    select customer_id, supplier_id from contacts where id = ${logged.id}`.execute(act.tx);
  const [contact] = rows;
  if (contact && !act.may(contact.customer_id === null ? 'suppliers.write' : 'customers.write'))
    throw new Problem('FORBIDDEN');
  await holdNamedRows(act, 'customers', [contact?.customer_id ?? null]);
  await holdNamedRows(act, 'suppliers', [contact?.supplier_id ?? null]);
  await restoreRow(act, { table: 'contacts', logged });
}

/** Revives a declaration of intent of a customer that still exists. */
async function restoreDeclaration(act: Act, logged: LoggedAct): Promise<void> {
  const { rows } = await sql<{ customer_id: number }>`
    select customer_id from declarations_of_intent where id = ${logged.id}`.execute(act.tx);
  await holdNamedRows(
    act,
    'customers',
    rows.map(({ customer_id }) => customer_id),
  );
  await restoreRow(act, { table: 'declarations_of_intent', logged });
}

/** Revives a goods destination of a customer that still exists. */
async function restoreDestination(act: Act, logged: LoggedAct): Promise<void> {
  const { rows } = await sql<{ customer_id: number }>`
    select customer_id from destinazioni_merce where id = ${logged.id}`.execute(act.tx);
  await holdNamedRows(
    act,
    'customers',
    rows.map(({ customer_id }) => customer_id),
  );
  await restoreRow(act, { table: 'destinazioni_merce', logged });
}
