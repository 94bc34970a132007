import { connection } from '../connection.ts';
import { keptReadsOf } from '../offline/reading.ts';
import { ApiProblem } from './problem.ts';

interface Read {
  group: string;
  name: string;
  path: () => string;
}

/**
 * Reads from the server and keeps the answer. While the server cannot be reached, calls of the shop floor answer what
 * was read last.
 * @throws ApiProblem
 */
export async function readOrKept<T>({ group, name, path }: Read, read: () => Promise<T>): Promise<T> {
  const kept = async () => (await keptReadsOf(group, name)?.keptAnswer(path())) as T | undefined;
  const known = connection.isProvenLost() ? await kept() : undefined;
  if (known !== undefined) return known;
  try {
    const answer = await read();
    void keptReadsOf(group, name)?.keepAnswer(path(), answer);
    return answer;
  } catch (error) {
    const isCut = error instanceof ApiProblem && error.isPassing && (await connection.proveLost());
    const last = isCut ? await kept() : undefined;
    if (last === undefined) throw error;
    return last;
  }
}
