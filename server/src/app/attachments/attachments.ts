/** Files at records. Their records belong to all areas, so this folder belongs to none of them. */
import { sql } from 'kysely';
import { isShownInline, type AttachmentType } from '@bobina/contract/core/media-types.ts';
import {
  ATTACHMENT_BYTES,
  type Attachment,
  type attachments as attachmentsContract,
} from '@bobina/contract/system/attachments.ts';
import type { Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { ConstraintProblems } from '../../platform/http/errors.ts';
import { FileAnswer, FileStream } from '../../platform/http/file-answer.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import type { Upload } from '../../platform/http/upload.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { readRecordName } from '../record-name.ts';
import { requireRecord } from '../require-record.ts';
import { cleanFileName } from './file-name.rules.ts';
import { makeThumbnail } from './make-thumbnail.ts';
import { readMediaType } from './media-type.ts';
import { storeBytes, streamBytes } from './stored-files.ts';

const ATTACHMENTS: List<SortOf<typeof attachmentsContract.list>> = {
  columns: { created_at: value('t.id'), name: text('t.name'), size: value('t.size') },
  alsoSearched: ['author.name'],
  order: '-created_at',
};

export const attachmentHandlers: Handlers<typeof attachmentsContract> = {
  list: async ({ entity, id, query }, reading) => {
    const record = await requireRecord(reading, { entity, id, to: 'read' });
    return page(
      reading,
      attachmentRows(reading.db).where('t.entity', '=', record).where('t.entity_id', '=', id),
      query,
      ATTACHMENTS,
    );
  },
  create: (input, upload) => attach(upload, input),
  get: async ({ id, query }, reading) => {
    const { name, media_type, size } = await requireFile(reading, id, 'read');
    const disposition = query.inline && isShownInline(media_type) ? 'inline' : 'attachment';
    return new FileStream(media_type, streamBytes(reading.db, { id, size }), { name, size, disposition });
  },
  thumbnail: async ({ id }, reading) => {
    await requireFile(reading, id, 'read');
    const row = await reading.db.selectFrom('attachments').select('thumbnail').where('id', '=', id).executeTakeFirst();
    if (!row?.thumbnail) throw notFound();
    return new FileAnswer('image/webp', `${id}.webp`, row.thumbnail, 'inline');
  },
  remove: async ({ id }, act) => {
    const { name, entity, entity_id } = await requireFile(act, id, 'write');
    const { numDeletedRows } = await act.tx.deleteFrom('attachments').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    const record = await readRecordName(act.tx, entity, entity_id);
    act.record('delete', 'attachments', id, `${name} · ${record.label}`);
  },
};

export const attachmentConstraints: ConstraintProblems = {
  attachments_quota: () => new Problem('TOO_LARGE'),
  recall_attachments_attachment_id_fkey: () => new Problem('IN_USE'),
};

/** Receives and examines the file before the transaction, which then writes its rows. */
async function attach(upload: Upload, { entity, id }: HandlerInput<typeof attachmentsContract.create>) {
  await requireRecord(upload, { entity, id, to: 'write' });
  const file = await upload.receive(ATTACHMENT_BYTES);
  const media_type = await readMediaType(file.path, file.size);
  const thumbnail = await makeThumbnail({ path: file.path, media_type }, { user: upload.user.id, log: upload.log });
  const name = cleanFileName(file.name);
  return upload.commit(file, async (act) => {
    const record = await requireRecord(act, { entity, id, to: 'write' });
    const { id: attachment } = await act.tx
      .insertInto('attachments')
      .values({
        entity: record,
        entity_id: id,
        name,
        media_type,
        size: file.size,
        sha256: file.sha256,
        thumbnail,
        created_by: act.user.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await storeBytes(act.tx, attachment, file.path);
    const { label } = await readRecordName(act.tx, record, id);
    act.record('create', 'attachments', attachment, `${name} · ${label}`);
    return attachmentRows(act.tx).where('t.id', '=', attachment).executeTakeFirstOrThrow();
  });
}

/** @throws NOT_FOUND also when the record was deleted, FORBIDDEN */
async function requireFile(reading: Pick<Reading, 'db' | 'user'>, id: number, to: 'read' | 'write') {
  const row = await reading.db
    .selectFrom('attachments')
    .select(['name', 'size', 'entity', 'entity_id', sql<AttachmentType>`media_type`.as('media_type')])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const entity = await requireRecord(reading, { entity: row.entity, id: row.entity_id, to });
  return { ...row, entity };
}

function attachmentRows(db: Db) {
  return db
    .selectFrom('attachments as t')
    .innerJoin('users as author', 'author.id', 't.created_by')
    .select(['t.id', 't.name', 't.size', 't.created_at', 't.created_by', 'author.name as created_by_name'])
    .select([
      sql<Attachment['media_type']>`t.media_type`.as('media_type'),
      sql<string>`encode(t.sha256, 'hex')`.as('sha256'),
      sql<boolean>`(t.thumbnail is not null)`.as('has_thumbnail'),
    ]);
}
