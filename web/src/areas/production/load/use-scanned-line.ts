import { useState } from 'react';
import { batchIn } from '@bobina/contract/core/read-scan.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { loadQuantityPath } from './columns.tsx';

interface Options {
  onTick: (item: ProductionItem) => void;
  onSearch: (term: string) => void;
}

/**
 * Takes the scan of a batch that a line to load shows: ticks the line and focuses its quantity. A batch of several lines is
 * searched for, to choose from; so is one whose line is out of sight.
 */
export function useScannedLine(lines: readonly ProductionItem[], { onTick, onSearch }: Options) {
  /** The line whose quantity gets the focus once it is rendered. */
  const [wanted, setWanted] = useState<number | null>(null);
  useLayerHandler('scan', ({ code }) => {
    const [line, second] = lines.filter((item) => hasBatch(item, batchIn(code, { code: item.code })));
    if (!line) return false;
    const batch = batchIn(code, { code: line.code });
    if (second) return () => onSearch(batch);
    return () => {
      onTick(line);
      setWanted(line.item_id);
      if (!document.querySelector(`[data-path="${loadQuantityPath(line.item_id)}"]`)) onSearch(batch);
    };
  });
  return { wanted, onFocused: () => setWanted(null) };
}

function hasBatch({ has_batch, batch_number, last_batch_number }: ProductionItem, batch: string): boolean {
  return has_batch && [batch_number, last_batch_number].some((one) => one?.toLowerCase() === batch.toLowerCase());
}
