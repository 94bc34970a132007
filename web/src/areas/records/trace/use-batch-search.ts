import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import { MOST_SEARCH_RESULTS, type SearchResult } from '@bobina/contract/system/search.ts';
import { api } from '../../../lib/api/api.ts';
import { toast } from '../../../ui/toasts.ts';

/** The address of the trace of a batch. */
export function tracePath(batchId: number): string {
  return `/report/tracciabilita?batch=${batchId}`;
}

/**
 * Finds a batch by its number or a scan, and opens its trace.
 * @returns a function that returns the batches to choose from, none if nothing was found; undefined when the trace opens
 * or the search failed
 */
export function useBatchSearch(): (code: string) => Promise<readonly SearchResult[] | undefined> {
  const { t } = useTranslation('records');
  const navigate = useNavigate();
  return async (code) => {
    const q = shownScan(code.trim());
    if (q === '') return undefined;
    try {
      const results = await api.search.find({ query: { q, limit: String(MOST_SEARCH_RESULTS) } });
      const rows = results.filter(({ kind }) => kind === 'batch' || kind === 'reel');
      const exact = rows.filter((row) => row.code?.toLowerCase() === q.toLowerCase());
      const [only, second] = exact.length > 0 ? exact : rows;
      if (!only || second) return rows;
      void navigate({ to: '.', search: { batch: only.id } as never });
    } catch (error) {
      toast.problem(error, t('trace.failed'));
    }
    return undefined;
  };
}
