import { sql, type RawBuilder } from 'kysely';
import { can } from '@bobina/contract/core/permissions.ts';
import { IMPORT_REGISTERS, IMPORTS, type KeptImport } from '@bobina/contract/system/imports.ts';
import type { Caller } from '../../platform/context.ts';
import { KEPT_IMPORT_DAYS, keptRegister } from '../../platform/record-import.ts';

/** The condition on `imports t` for the imports that a caller sees: the recent ones of registers that the caller may write. */
export function isListedImport(user: Caller): RawBuilder<boolean> {
  const registers: KeptImport['register'][] = IMPORT_REGISTERS.filter((register) => can(user, IMPORTS[register].needs));
  if (can(user, 'customer_orders.write')) registers.push('customer-orders');
  return sql<boolean>`(${keptRegister()} = any(${registers}) and t.at >= now() - make_interval(days => ${KEPT_IMPORT_DAYS}))`;
}
