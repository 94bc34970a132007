import { can } from '@bobina/contract/core/permissions.ts';
import { isRecordEntity, RECORDS, type RecordEntity } from '@bobina/contract/system/records.ts';
import type { Reading } from '../platform/context.ts';
import { notFound, Problem } from '../platform/problem.ts';
import { recordExists } from './record-exists.ts';

/**
 * Checks the record of a note or file. @param to the intended access
 * @throws NOT_FOUND for an unknown entity and for an unknown or deleted record, FORBIDDEN without the capability
 */
export async function requireRecord(
  { db, user }: Pick<Reading, 'db' | 'user'>,
  { entity, id, to }: { entity: string; id: number; to: 'read' | 'write' },
): Promise<RecordEntity> {
  if (!isRecordEntity(entity)) throw notFound();
  if (!can(user, RECORDS[entity][to])) throw new Problem('FORBIDDEN');
  if (!(await recordExists(db, entity, id))) throw notFound();
  return entity;
}
