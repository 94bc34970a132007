/** Scales one logo in a worker thread, because decoding a large image takes a second or more. */
import { parentPort, workerData } from 'node:worker_threads';
import { scaleLogo } from './scale-logo.ts';

parentPort!.postMessage(scaleLogo(workerData as string));
