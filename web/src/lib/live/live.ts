/**
 * Changes by other users. HTTP/1.1 allows six connections per host, so one tab per browser (the holder of a Web Lock)
 * reads the stream and forwards it through a BroadcastChannel. Web Locks need https or localhost; on plain http each
 * tab reads its own stream.
 */
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import { connection } from '../connection.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { session } from '../session.ts';
import { readEvents } from './event-stream.ts';

const CHANNEL = 'bobina-live';
const LONGEST_WAIT = 30_000;
const SILENCE = 90_000;

export interface LiveListener {
  changed: (change: ChangeEvent) => void;
  /** Called when changes may have been missed. */
  missed: () => void;
}
type Message = { change: ChangeEvent } | 'missed';

/**
 * Subscribes to the changes.
 * @returns a function that unsubscribes
 */
export function followChanges(listener: LiveListener): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(CHANNEL);
  const deliver = (message: Message) => (message === 'missed' ? listener.missed() : listener.changed(message.change));
  channel.addEventListener('message', (event: MessageEvent<Message>) => deliver(event.data));
  const publish = (message: Message) => {
    deliver(message);
    channel.postMessage(message);
  };
  const locks = navigator.locks as LockManager | undefined;
  if (locks)
    locks.request(CHANNEL, { signal: stop.signal }, () => readWithReconnect(stop.signal, publish)).catch(() => {});
  else void readWithReconnect(stop.signal, deliver);
  return () => {
    stop.abort();
    channel.close();
  };
}

function pause(milliseconds: number, signal: AbortSignal) {
  return new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

async function readOnce(
  signal: AbortSignal,
  publish: (message: Message) => void,
  connected: () => void,
): Promise<void> {
  const quiet = new AbortController();
  const watch = () => setTimeout(() => quiet.abort(), SILENCE);
  let watchdog = watch();
  try {
    const response = await fetch('/api/events', {
      headers: {
        authorization: `Bearer ${session.token()}`,
        accept: 'text/event-stream',
        'accept-language': currentLanguage(),
      },
      signal: AbortSignal.any([signal, quiet.signal]),
      cache: 'no-store',
    });
    if (!response.ok || !response.body) throw new Error(`events: ${response.status}`);
    connected();
    const watched = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        clearTimeout(watchdog);
        watchdog = watch();
        controller.enqueue(chunk);
      },
    });
    for await (const { event, data } of readEvents(response.body.pipeThrough(watched))) {
      if (event === 'resync') publish('missed');
      else if (event === 'bye') return;
      else {
        const change = JSON.parse(data) as ChangeEvent;
        if (typeof change.entity === 'string') publish({ change });
      }
    }
  } finally {
    clearTimeout(watchdog);
  }
}

async function readWithReconnect(signal: AbortSignal, publish: (message: Message) => void): Promise<void> {
  let failures = 0;
  let first = true;
  while (!signal.aborted) {
    // After an interruption, waiting acts are sent and everything is read again first.
    await connection.restored();
    try {
      await readOnce(signal, publish, () => {
        failures = 0;
        if (!first) publish('missed');
        first = false;
      });
    } catch {
      failures += 1;
    }
    const wait = Math.min(1000 * 2 ** failures, LONGEST_WAIT);
    if (!signal.aborted) await pause(wait * (0.5 + Math.random() / 2), signal);
  }
}
