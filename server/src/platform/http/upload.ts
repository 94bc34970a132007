/** Receives one file of a multipart form into a temporary file, before any transaction is opened. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type {} from '@fastify/multipart';
import type { Act, Reading } from '../context.ts';
import { invalid, Problem } from '../problem.ts';
import { endSlowRequest } from './client-errors.ts';
import type { UploadFolder } from './upload-folder.ts';

/** A file in the temporary folder. It is removed when the request ends. */
export interface ReceivedFile {
  path: string;
  /** As the client sent it. */
  name: string;
  /** In bytes; at least 1. */
  size: number;
  sha256: Buffer;
}

/** The stored answer of the act of an upload. */
export class Committed<T> {
  declare private readonly answer: T;
}

/** Context of a handler that takes a file: it checks the caller, receives the file, and then commits one act. */
export interface Upload extends Pick<Reading, 'db' | 'user' | 'language' | 'log'> {
  /**
   * Receives the part `file`.
   * @param most maximum size in bytes
   * @throws VALIDATION on `file` when it is missing or empty, TOO_LARGE, UNSUPPORTED_MEDIA, TOO_MANY_REQUESTS
   */
  receive(most: number): Promise<ReceivedFile>;
  /** Runs the act. A retry under the same idempotency key must send a file with the same SHA-256. */
  commit<T>(file: ReceivedFile, work: (act: Act) => Promise<T>): Promise<Committed<T>>;
}

/** An upload without a new byte for this long is ended. */
const SILENT_MS = 30_000;
/** The form around the file. */
const FORM_BYTES = 100_000;
const MOST_OF_ONE_USER = 4;
const MOST_IN_ALL = 20;
const BROKEN_DISK = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'ENOENT', 'EMFILE']);

const receiving = new Map<number, number>();

/** Counts the uploads of a user, of all servers of this process. @throws TOO_MANY_REQUESTS; UNAVAILABLE for all users */
export function beginUpload(user: number): () => void {
  const own = receiving.get(user) ?? 0;
  if (own >= MOST_OF_ONE_USER) throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 });
  if ([...receiving.values()].reduce((sum, count) => sum + count, 0) >= MOST_IN_ALL)
    throw new Problem('UNAVAILABLE', { retryAfterSeconds: 5 });
  receiving.set(user, own + 1);
  return () => {
    const left = receiving.get(user)! - 1;
    if (left === 0) receiving.delete(user);
    else receiving.set(user, left);
  };
}

/**
 * Receives the part `file` of a form into a new file of the folder; see Upload.receive(). @param most bytes
 * @throws VALIDATION on `file`, TOO_LARGE, UNSUPPORTED_MEDIA, the errors of a full disk
 */
export async function receiveFile(
  request: FastifyRequest,
  folder: UploadFolder,
  { most, silentMs = SILENT_MS }: { most: number; silentMs?: number },
): Promise<ReceivedFile> {
  if (!request.isMultipart?.()) throw new Problem('UNSUPPORTED_MEDIA');
  if (Number(request.headers['content-length'] ?? 0) > most + FORM_BYTES) throw new Problem('TOO_LARGE');
  const silence = setTimeout(() => endSlowRequest(request.raw), silentMs).unref();
  const onData = () => void silence.refresh();
  request.raw.on('data', onData);
  try {
    return await readParts(request, folder, most);
  } catch (error) {
    if (error instanceof Problem || BROKEN_DISK.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new Problem('VALIDATION'); // the form is malformed, or the client went away
  } finally {
    clearTimeout(silence);
    request.raw.off('data', onData);
  }
}

async function readParts(request: FastifyRequest, folder: UploadFolder, most: number): Promise<ReceivedFile> {
  const limits = { fileSize: most, files: 2, fields: 10, fieldSize: 1_000, parts: 12, headerPairs: 20 };
  let received: ReceivedFile | undefined;
  for await (const part of request.parts({ limits })) {
    if (part.type !== 'file') continue;
    if (part.fieldname !== 'file' || received) {
      part.file.resume();
      if (received) throw invalid('file', 'max', { max: 1 });
      continue;
    }
    received = await store(part.file, part.filename ?? '', folder.newPath());
    if (part.file.truncated) throw new Problem('TOO_LARGE');
  }
  if (!received || received.size === 0) throw invalid('file', 'required');
  return received;
}

/** Writes a stream into a new file, which only this user of the machine may read. */
async function store(stream: NodeJS.ReadableStream, name: string, file: string): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let size = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  await fs.promises.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(stream, measure, fs.createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  return { path: file, name, size, sha256: hash.digest() };
}
