/** Screen preferences of a user, such as the columns of lists. The server does not interpret it. */
import { z } from 'zod';
import { get, put } from '../core/endpoint.ts';
import { jsonValue } from '../core/fields.ts';

const Preferences = z.record(z.string(), z.unknown()).meta({ id: 'Preferences' });

/** The keys of `preferences` that change, with their new values; null removes a key. */
export const PreferenceChanges = z.record(z.string().min(1).max(200), jsonValue()).meta({ id: 'PreferenceChanges' });

export const preferences = {
  get: get('/preferences', {
    summary: "The caller's preferences",
    description: 'Returns the preferences of the caller as one object, `{}` when there are none.',
    needs: 'signed-in',
    reply: Preferences,
  }),
  update: put('/preferences', {
    summary: "Change the caller's preferences",
    description:
      'Replaces the sent keys and keeps the others; `null` removes a key. Returns all preferences, which are at most 64 kB of JSON. Concurrent changes of different keys are all kept.',
    needs: 'signed-in',
    body: PreferenceChanges,
    reply: Preferences,
  }),
};
