/** Scales one logo in a thread of its own: decoding a large picture takes a second or more. */
import { parentPort, workerData } from 'node:worker_threads';
import { scaleLogo } from './scale-logo.ts';

parentPort!.postMessage(scaleLogo(workerData as string));
