import { useState } from 'react';
import { batchIn, readScan } from '@bobina/contract/core/read-scan.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { loadQuantityPath } from './columns.tsx';

interface Options {
  onTick: (item: ProductionItem) => void;
  onSearch: (term: string) => void;
}

/**
 * Takes the scan of a batch or of a product that a line to load shows: ticks the line and focuses its quantity. A code of
 * several lines is searched for, to choose from; so is one whose line is out of sight.
 */
export function useScannedLine(lines: readonly ProductionItem[], { onTick, onSearch }: Options) {
  /** The line whose quantity gets the focus once it is rendered. */
  const [wanted, setWanted] = useState<number | null>(null);
  useLayerHandler('scan', ({ code }) => {
    const ofBatch = lines.filter((item) => hasBatch(item, batchIn(code, { code: item.code })));
    const codes = new Set(readScan(code).map((read) => read.code.toLowerCase()));
    const ofProduct = lines.filter((item) => codes.has(item.code.toLowerCase()));
    const [line, second] = ofBatch.length > 0 ? ofBatch : ofProduct;
    if (!line) return false;
    const term = ofBatch.length > 0 ? batchIn(code, { code: line.code }) : line.code;
    if (second) return () => onSearch(term);
    return () => {
      onTick(line);
      setWanted(line.item_id);
      if (!document.querySelector(`[data-path="${loadQuantityPath(line.item_id)}"]`)) onSearch(term);
    };
  });
  return { wanted, onFocused: () => setWanted(null) };
}

function hasBatch({ has_batch, batch_number, last_batch_number }: ProductionItem, batch: string): boolean {
  return has_batch && [batch_number, last_batch_number].some((one) => one?.toLowerCase() === batch.toLowerCase());
}
