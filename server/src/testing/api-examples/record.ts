import { createApp } from '../../app/create-app.ts';
import { createFirstAdmin } from '../../areas/identity/index.ts';
import { at } from '../../platform/clock.ts';
import { openSession } from '../../platform/sessions/sessions.ts';
import { createTestDatabase } from '../database.ts';
import type { ApiExample } from '../../platform/http/openapi.ts';
import { createRecorder } from './recorder.ts';
import { playScenario } from './scenario.ts';

const DAY = new Date('2026-03-02T08:00:00Z');

/** Plays the scenario on a separate database, on a fixed day. @returns the example of each call, by operation id */
export async function recordExamples(): Promise<Record<string, ApiExample>> {
  const database = await createTestDatabase();
  const { server, db } = await createApp({ databaseUrl: database.url, validateAnswers: true });
  try {
    await createFirstAdmin(db, 'quattro-Bobine-7');
    const { token } = await openSession(db, 1);
    const { run, examples } = createRecorder(server, () => token);
    await at(DAY, () => playScenario(run));
    return examples;
  } finally {
    await server.close();
    await database.drop();
  }
}
