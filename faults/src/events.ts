import type { Client } from './client.ts';
import type { Stage } from './scenario.ts';

/**
 * Reads GET /events of one server and records the time of each message. `over()` resolves when the server ends the
 * stream. @throws Error when the server refuses the stream
 */
export async function readEvents(stage: Stage, url: string, { token }: Client) {
  const ending = new AbortController();
  const answer = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: ending.signal,
  });
  if (answer.status !== 200) throw new Error(`GET /events: ${answer.status}`);
  const events: { at: number; entity: string; id: number | null }[] = [];
  let text = '';
  let ended = false;
  const reading = (async () => {
    for await (const chunk of answer.body!) {
      text += Buffer.from(chunk as Uint8Array).toString();
      const frames = text.split('\n\n');
      text = frames.pop()!;
      for (const frame of frames) {
        const data = /^event: change\ndata: (.*)$/m.exec(frame)?.[1];
        if (data)
          events.push({ at: performance.now(), ...(JSON.parse(data) as { entity: string; id: number | null }) });
      }
    }
  })()
    .catch(() => {})
    .finally(() => {
      ended = true;
    });
  stage.defer(async () => {
    ending.abort();
    await reading;
  });
  return { events, over: () => ended };
}
