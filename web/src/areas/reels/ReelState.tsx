import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Reel } from '@bobina/contract/stock/reels.ts';

const COLORS: Record<Reel['state'], string> = {
  finished: 'gray',
  on_hold: 'red',
  on_machine: 'blue',
  reserved: 'yellow',
  in_stock: 'green',
};

/** Shows the state of a reel as a badge. */
export function ReelState({ state }: { state: Reel['state'] }) {
  const { t } = useTranslation('reels');
  return <Badge color={COLORS[state]}>{t(`state.${state}`)}</Badge>;
}
