/** Files at a record: certificates, drawings, photographs. */
import { z } from 'zod';
import { del, get, GROWING_ROWS, list, postFile } from '../core/endpoint.ts';
import { queryFlag } from '../core/fields.ts';
import { ATTACHMENT_TYPES } from '../core/media-types.ts';

/** Maximum size of a file in bytes. */
export const ATTACHMENT_BYTES = 25_000_000;
/** Maximum width and height of a thumbnail in pixels. */
export const THUMBNAIL_PIXELS = 400;

export const Attachment = z
  .object({
    id: z.int(),
    name: z.string(),
    /** By the content of the file, not by its name. */
    media_type: z.enum(ATTACHMENT_TYPES),
    /** In bytes. */
    size: z.int(),
    /** Hexadecimal. */
    sha256: z.string(),
    has_thumbnail: z.boolean(),
    created_at: z.string(),
    created_by: z.int(),
    created_by_name: z.string(),
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof Attachment>;

const RECORD =
  '`entity` is the name of the list of the record, for example `products` or `packing-lists`. An unknown entity and an unknown or deleted record are a 404.';

export const attachments = {
  list: list('/{entity:text}/{id}/attachments', {
    summary: 'Files at a record, newest first',
    description: `Lists the files at a record, newest first. Needs the read capability of the entity. ${RECORD}`,
    needs: 'signed-in',
    row: Attachment,
    sort: ['created_at', 'name', 'size'],
    most: GROWING_ROWS,
    errors: { FORBIDDEN: 'The caller may not read the record.' },
  }),
  create: postFile('/{entity:text}/{id}/attachments', {
    summary: 'Attach a file to a record',
    description: `Attaches the file of the part \`file\` of a multipart form. Needs the write capability of the entity. ${RECORD} \`media_type\` follows from the content: PDF, PNG, JPEG, WebP, GIF, ZIP and office files, plain text, CSV and XML. Everything else, HTML and SVG included, is \`application/octet-stream\`. A retry with the same \`Idempotency-Key\` must send the same bytes.`,
    needs: 'signed-in',
    reply: Attachment,
    errors: {
      FORBIDDEN: 'The caller may not write the record.',
      TOO_LARGE:
        'The file has more than 25 MB, or all files together would exceed `attachment_quota_mb` of the settings.',
      TOO_MANY_REQUESTS: 'The caller is uploading too many files at the same time.',
    },
  }),
  get: get('/attachments/{id}', {
    summary: 'The bytes of a file',
    description:
      'Answers the file itself, to be saved. `inline=true` lets the browser show pictures and PDF. Needs the read capability of the record.',
    needs: 'signed-in',
    query: z.object({ inline: queryFlag().optional() }),
    files: ATTACHMENT_TYPES,
    errors: { FORBIDDEN: 'The caller may not read the record.' },
  }),
  thumbnail: get('/attachments/{id}/thumbnail', {
    summary: 'The thumbnail of a file',
    description: `Answers a picture of at most ${THUMBNAIL_PIXELS} × ${THUMBNAIL_PIXELS} pixels of a picture or of the first page of a PDF; 404 if there is none.`,
    needs: 'signed-in',
    files: ['image/webp'],
    errors: { FORBIDDEN: 'The caller may not read the record.' },
  }),
  remove: del('/attachments/{id}', {
    summary: 'Delete a file',
    description: 'Deletes a file with its bytes. Needs the write capability of the record.',
    needs: 'signed-in',
    errors: {
      FORBIDDEN: 'The caller may not write the record.',
      IN_USE: 'A recall contains the file.',
    },
  }),
};
