import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Movement } from '@bobina/contract/stock/movements.ts';

/** Displayed kind of a movement: load, manual unload, transfer, or unload by a sale. */
export type MovementKind = 'C' | 'S-MAN' | 'T' | 'S-SO';
/** Returns the displayed kind of a movement. */
export function kindOf({ movement_type, source_type }: Pick<Movement, 'movement_type' | 'source_type'>): MovementKind {
  if (movement_type !== 'S') return movement_type;
  return source_type === 'SO' ? 'S-SO' : 'S-MAN';
}
/** Returns whether a movement was booked by hand; only such movements can be changed. */
export function isManual({ id }: Pick<Movement, 'id'>): boolean {
  return id.endsWith('-manual');
}

const COLORS: Record<MovementKind, string> = { C: 'green', 'S-MAN': 'red', T: 'blue', 'S-SO': 'yellow' };
/** Shows the kind of a movement as a badge. */
export function KindBadge({ movement }: { movement: Pick<Movement, 'movement_type' | 'source_type'> }) {
  const { t } = useTranslation('stock');
  const kind = kindOf(movement);
  return <Badge color={COLORS[kind]}>{t(`movementKind.${kind}`)}</Badge>;
}
