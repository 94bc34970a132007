import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Movement } from '@bobina/contract/stock/movements.ts';

/** What a movement is to people: a load, an unload, a transfer, or the unload that is a sale. */
export type MovementKind = 'C' | 'S-MAN' | 'T' | 'S-SO';
export function kindOf({ movement_type, source_type }: Pick<Movement, 'movement_type' | 'source_type'>): MovementKind {
  if (movement_type !== 'S') return movement_type;
  return source_type === 'SO' ? 'S-SO' : 'S-MAN';
}
/** People change only what people have booked. */
export function isManual({ id }: Pick<Movement, 'id'>): boolean {
  return id.endsWith('-manual');
}

const COLORS: Record<MovementKind, string> = { C: 'green', 'S-MAN': 'red', T: 'blue', 'S-SO': 'yellow' };
export function KindBadge({ movement }: { movement: Movement }) {
  const { t } = useTranslation('stock');
  const kind = kindOf(movement);
  return <Badge color={COLORS[kind]}>{t(`movementKind.${kind}`)}</Badge>;
}
