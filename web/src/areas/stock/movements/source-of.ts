import type { TFunction } from 'i18next';
import type { Movement } from '@bobina/contract/stock/movements.ts';

/** Returns the source of a movement, with the number of its document. */
export function sourceOf(
  { source_type, source_document }: Pick<Movement, 'source_type' | 'source_document'>,
  t: TFunction<'stock'>,
): string {
  return [t(`movementSource.${source_type}`), source_document.number].filter(Boolean).join(' ');
}
