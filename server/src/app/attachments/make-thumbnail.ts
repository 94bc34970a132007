import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isShownInline } from '@bobina/contract/core/media-types.ts';
import { createFairTurns } from '../../platform/fair-turns.ts';
import type { Logger } from '../../platform/logger.ts';

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 200_000;
const WORKER = fileURLToPath(new URL('./thumbnail-process.ts', import.meta.url));

/** Decoding a picture takes memory: at most two at a time, and one per user. */
const turns = createFairTurns({ atOnce: 2, ofOneUser: 1, waitingOfOneUser: 4, waiting: 20, timeoutMs: 15_000 });

/**
 * Makes a thumbnail of a picture or of the first page of a PDF, in a separate process: a file that exhausts the memory
 * or breaks a decoder ends that process alone. @returns WebP; null for other types, and for what fails or takes 10 s
 */
export async function makeThumbnail(
  file: { path: string; media_type: string },
  { user, log }: { user: number; log: Pick<Logger, 'warn'> },
): Promise<Buffer | null> {
  if (!isShownInline(file.media_type)) return null;
  try {
    const picture = await turns.take(user, () => runWorker(file));
    return picture.length > 0 && picture.length <= MOST_BYTES ? picture : null;
  } catch (error) {
    log.warn({ err: error }, 'no thumbnail could be made of a file');
    return null;
  }
}

function runWorker({ path, media_type }: { path: string; media_type: string }): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ['--max-old-space-size=256', WORKER, path, media_type],
      {
        encoding: 'buffer',
        timeout: TIMEOUT_MS,
        killSignal: 'SIGKILL',
        maxBuffer: MOST_BYTES + 1,
        windowsHide: true,
        // The passwords of the server's environment stay with the server.
        env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, SystemRoot: process.env.SystemRoot },
      },
      (error, stdout) => (error ? reject(error as Error) : resolve(stdout)),
    );
  });
}
