import { namedBy } from '@bobina/contract/core/read-scan.ts';
import { api } from '../../lib/api/api.ts';

/** Milliseconds that a scan waits for the server before the palette opens instead. */
const TIMEOUT_MS = 3_000;

/** The screen of the only record that a scanned code names exactly; null if there is none, or several. */
export async function findScanned(code: string): Promise<string | null> {
  try {
    const found = await api.search.find({ query: { q: namedBy(code) } }, { timeout: TIMEOUT_MS });
    const exact = found.filter((row) => row.is_exact);
    return exact.length === 1 ? exact[0]!.path : null;
  } catch {
    // The palette repeats the search and shows what is wrong.
    return null;
  }
}
