import { Worker } from 'node:worker_threads';
import { invalid, Problem } from '../../../platform/problem.ts';
import { MOST_DOTS, type scaleLogo } from './scale-logo.ts';

const TIMEOUT_MS = 15_000;

/**
 * Scales a logo in a worker thread before it is saved; see scaleLogo().
 * @throws VALIDATION on `logo` when the image is too large, UNAVAILABLE on a timeout
 */
export async function scaleInThread(dataUrl: string): Promise<string> {
  const scaled = await new Promise<ReturnType<typeof scaleLogo>>((resolve, reject) => {
    const worker = new Worker(new URL('./logo-worker.ts', import.meta.url), {
      workerData: dataUrl,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const fail = () => {
      reject(new Problem('UNAVAILABLE', { retryAfterSeconds: 5 }));
      void worker.terminate();
    };
    const timer = setTimeout(fail, TIMEOUT_MS);
    worker.once('message', resolve);
    worker.once('error', fail);
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Problem('UNAVAILABLE', { retryAfterSeconds: 5 }));
    });
  });
  if ('problem' in scaled) throw invalid('logo', 'max_dots', { max: MOST_DOTS });
  return scaled.logo;
}
