import type { Capability } from '@bobina/contract/core/permissions.ts';
import { useCan } from '../../lib/session.ts';
import type { RecordTab } from '../../ui/page/RecordPage.tsx';

interface GuardedTab extends RecordTab {
  /** The capabilities of its lists; the tab is left out if one is missing. */
  needs?: readonly Capability[];
}

/** Returns a function that keeps the tabs whose lists the reader may read. */
export function useTabs(): (tabs: readonly GuardedTab[]) => RecordTab[] {
  const can = useCan();
  return (tabs) => tabs.filter(({ needs = [] }) => needs.every(can));
}
