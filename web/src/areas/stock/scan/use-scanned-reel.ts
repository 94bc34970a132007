import { useState } from 'react';
import type { Reel, Scanned } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useFeature } from '../../../lib/features.ts';

/** Milliseconds that a scan waits for the server. */
const TIMEOUT_MS = 3_000;

/** Holds the reel that a scan named, or several reels with the same number. */
export function useScannedReel() {
  const isOn = useFeature('reels');
  const [found, setFound] = useState<readonly Reel[]>([]);
  /**
   * Looks up a code. Without a connection, the goods are looked up in the data last read.
   * @returns the reels that it names, none for other goods
   * @throws ApiProblem for other failures than an unknown code
   */
  const lookUp = async (code: string): Promise<Reel[]> =>
    isOn ? (await scan(code)).filter((row) => row.kind === 'reel') : [];
  return {
    reel: found.length === 1 ? found[0]! : null,
    /** The reels to choose from. */
    choices: found.length > 1 ? found : [],
    show: setFound,
    lookUp,
  };
}

async function scan(code: string): Promise<readonly Scanned[]> {
  try {
    return await api.reels.scan({ query: { code } }, { timeout: TIMEOUT_MS });
  } catch (error) {
    if (error instanceof ApiProblem && (error.isPassing || error.status === 404 || error.status === 400)) return [];
    throw error;
  }
}
