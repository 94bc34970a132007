/** Notes at a record, which can mention users. */
import { z } from 'zod';
import { get, GROWING_ROWS, list, post, put } from '../core/endpoint.ts';
import { longText, queryText } from '../core/fields.ts';

/** For how many minutes the author can edit a note. */
export const NOTE_MINUTES = 10;

export const NoteInput = z.object({ text: longText() }).meta({ id: 'NoteInput' });
export type NoteInput = z.output<typeof NoteInput>;

export const Note = z
  .object({
    id: z.int(),
    text: z.string(),
    /** The ids of the mentioned users. */
    mentions: z.array(z.int()),
    created_at: z.string(),
    created_by: z.int(),
    created_by_name: z.string(),
    edited_at: z.string().nullable(),
    /** Until then the author can edit the note. */
    editable_until: z.string(),
  })
  .meta({ id: 'Note' });
export type Note = z.infer<typeof Note>;

/** The most users that one answer offers. */
export const MOST_MENTIONABLE = 10;
export const Mentionable = z
  .object({ id: z.int(), username: z.string(), name: z.string() })
  .meta({ id: 'Mentionable' });
export type Mentionable = z.infer<typeof Mentionable>;

const MENTIONS =
  '`@username` mentions an active user, whose bell shows the note. A mentioned user who may not read the record gets no notice, and the answer has the warning `CANNOT_READ`. A name that no active user has stays plain text, with the warning `unknown_mention`.';

export const notes = {
  list: list('/{entity:text}/{id}/notes', {
    summary: 'Notes of a record, newest first',
    description:
      'Lists the notes of a record, newest first. `entity` is the name of the list of the record, for example `products` or `packing-lists`; its read capability is required. An unknown entity and an unknown or deleted record are a 404.',
    needs: 'signed-in',
    row: Note,
    sort: ['created_at'],
    most: GROWING_ROWS,
    errors: { FORBIDDEN: 'The caller may not read the record.' },
  }),
  mentionable: get('/{entity:text}/{id}/mentions', {
    summary: 'Users that a note of a record can mention',
    description: `Lists at most ${MOST_MENTIONABLE} other active users who may read the record and whose username or a word of whose name begins with \`q\`, ignoring case and accents; usernames first. Callers without \`users.manage\` are offered only the users whom the history or the notes of the record name. Usernames that \`@username\` cannot write, such as those with a space, are left out.`,
    needs: 'signed-in',
    query: z.object({ q: queryText().optional() }),
    reply: z.array(Mentionable),
    errors: { FORBIDDEN: 'The caller may not read the record.' },
  }),
  create: post('/{entity:text}/{id}/notes', {
    summary: 'Add a note to a record',
    description: `Adds a note to a record that the caller may read. ${MENTIONS}`,
    needs: 'signed-in',
    body: NoteInput,
    reply: Note,
    errors: { FORBIDDEN: 'The caller may not read the record.' },
  }),
  update: put('/notes/{id}', {
    summary: 'Edit a note of the caller',
    description: `Edits a note within ${NOTE_MINUTES} minutes of its creation. ${MENTIONS} Users that the earlier text mentioned get no second notice.`,
    needs: 'signed-in',
    body: NoteInput,
    reply: Note,
    errors: {
      FORBIDDEN: 'Another user wrote the note.',
      NOTE_KEPT: `The note is older than ${NOTE_MINUTES} minutes.`,
    },
  }),
};
