/** Calendars under secret addresses, for calendar programs. */
import { z } from 'zod';
import { del, get, list, post } from '../core/endpoint.ts';
import { oneOf } from '../core/fields.ts';

export const CALENDAR_KINDS = ['deliveries', 'arrivals'] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

export const Calendar = z
  .object({ id: z.int(), kind: z.enum(CALENDAR_KINDS), created_at: z.string() })
  .meta({ id: 'Calendar' });
export type Calendar = z.infer<typeof Calendar>;

export const CalendarInput = z.object({ kind: oneOf(CALENDAR_KINDS) }).meta({ id: 'CalendarInput' });

/** `path` is missing in the answer to a retry: it is not stored. */
const CreatedCalendar = Calendar.extend({ path: z.string().optional() }).meta({ id: 'CreatedCalendar' });

export const calendars = {
  list: list('/calendars', {
    shownAs: 'calendar',
    summary: "The caller's calendars",
    description: 'Lists the calendars of the caller. Their addresses are not stored.',
    needs: 'signed-in',
    row: Calendar,
    sort: ['kind', 'created_at'],
  }),
  create: post('/calendars', {
    summary: 'Create a calendar with a secret address',
    description:
      'Creates a calendar of the open lines of customer orders (`deliveries`) or purchase orders (`arrivals`), by day. The answer contains its `path` once. The address gives access to the calendar without signing in, as far as the caller may read these orders. It contains no amounts.',
    needs: 'signed-in',
    body: CalendarInput,
    reply: CreatedCalendar,
    errors: { FORBIDDEN: 'The caller may not read these orders.' },
    secrets: ['path'],
  }),
  remove: del('/calendars/{id}', {
    summary: 'Delete a calendar of the caller',
    description: 'Deletes a calendar of the caller. Its address is not found from then on.',
    needs: 'signed-in',
  }),
  feed: get('/calendars/{file:text}', {
    summary: 'The content of a calendar',
    description:
      'Returns the calendar in the iCalendar format. `file` is the secret part of its address with `.ics`. A calendar whose owner is deactivated or may no longer read these orders is not found.',
    needs: 'public',
    files: ['text/calendar'],
  }),
};
