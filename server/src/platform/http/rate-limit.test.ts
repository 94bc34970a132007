import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '../problem.ts';
import { createRateLimit } from './rate-limit.ts';

test('a user may send a burst of ten seconds, then the rate; another user is not affected, and a refusal costs nothing', () => {
  let clock = 0;
  const count = createRateLimit(2, () => clock);
  const allowed = (user: number, tries: number) =>
    Array.from({ length: tries }, () => {
      try {
        count(user);
        return true;
      } catch (error) {
        assert.ok(error instanceof Problem && error.code === 'TOO_MANY_REQUESTS');
        assert.equal(error.details.retryAfterSeconds, 1);
        return false;
      }
    }).filter(Boolean).length;
  assert.equal(allowed(1, 50), 20, 'the burst');
  assert.equal(allowed(2, 5), 5, 'another user');
  clock += 1000;
  assert.equal(allowed(1, 50), 2, 'one second');
  clock += 3_600_000;
  assert.equal(allowed(1, 50), 20, 'the burst again');
});
