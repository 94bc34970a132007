import type { TFunction } from 'i18next';
import type { Movement } from '@bobina/contract/stock/movements.ts';

/** Returns the source of a movement, with the number of its document. A source of a newer server is shown as it is. */
export function sourceOf(
  { source_type, source_document }: Pick<Movement, 'source_type' | 'source_document'>,
  t: TFunction<'stock'>,
): string {
  // A weighed reel has no count.
  if (source_type === 'INV' && source_document.id === null) return t('movementSource.weighing');
  return [t(`movementSource.${source_type}`, { defaultValue: source_type }), source_document.number]
    .filter(Boolean)
    .join(' ');
}
