/** docs/operations.md states the limits of sessions, passwords, sign-ins and live changes that the code has. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { PRODUCT_WORDS } from '../areas/identity/context-words.ts';
import * as throttle from '../areas/identity/sign-in-throttle.ts';
import { MOST_OF_A_SESSION, MOST_OF_A_USER } from '../platform/live/stream.ts';
import { CONFIRMED_MINUTES, IDLE_HOURS, SESSION_HOURS } from '../platform/sessions/sessions.ts';

const OPERATIONS = fs.readFileSync(path.join(import.meta.dirname, '../../../docs/operations.md'), 'utf8');

/** Asserts that a section has each sentence, whatever its line breaks. */
function assertStates(heading: string, sentences: readonly string[]) {
  const section = OPERATIONS.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
  const text = section.replaceAll(/\s+/g, ' ');
  for (const sentence of sentences) assert.ok(text.includes(sentence), `${heading}: ${sentence}`);
}

test('the time limits of sessions, their number and those of a sign-in provider are documented', () => {
  assertStates('Sessions', [
    'A user may have any number of sessions.',
    `A session ends ${SESSION_HOURS} hours after the sign-in, ${IDLE_HOURS} hours after its last use`,
    `opened or confirmed within ${CONFIRMED_MINUTES} minutes`,
    'One that was opened by a sign-in provider has the same limits: signing out at the provider does not end it',
  ]);
  assertStates('Limits per client', [`A session may read ${MOST_OF_A_SESSION} streams and a user ${MOST_OF_A_USER}`]);
});

test('the limits of failed sign-ins are documented', () => {
  assert.equal(throttle.WINDOW_SECONDS, 60, 'a minute');
  assertStates('Limits per client', [
    `${throttle.PER_ACCOUNT_AND_ADDRESS} failures a minute of one account from one address, or ${throttle.PER_ADDRESS} from one address`,
    `an account has ${throttle.PER_ACCOUNT} failures in ${throttle.ACCOUNT_WINDOW_SECONDS / 60} minutes`,
    `to at most ${throttle.LONGEST_PAUSE_SECONDS} s`,
    `signed in within ${throttle.KNOWN_DAYS} days`,
    'No lock is permanent.',
  ]);
});

test('the words of the product that a password may not consist of are documented', () => {
  assertStates('Passwords', [PRODUCT_WORDS.map((word) => `\`${word}\``).join(', '), "the words of the company's name"]);
});
