import { useTranslation } from 'react-i18next';
import type { MovementSource as Source, Movement } from '@bobina/contract/stock/movements.ts';
import type { SearchKind } from '@bobina/contract/system/search.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { RunLink } from '../../../ui/run-links.tsx';
import { FittedText } from '../../../ui/cut-text.tsx';
import { sourceOf } from './source-of.ts';

/** The document of each source; a manual movement and a split have none, a use has its run. */
const DOCUMENTS: Partial<Record<Source, SearchKind>> = {
  PO: 'purchase_order',
  SO: 'packing_list',
  PRD: 'customer_order',
  INV: 'stock_count',
};

type Sourced = Pick<Movement, 'movement_type' | 'source_type' | 'source_document'>;

/** Shows the source of a movement, as a link to the document that booked it. */
export function MovementSource({ movement, size }: { movement: Sourced; size?: 'fit' }) {
  const { t } = useTranslation('stock');
  const { source_type, source_document } = movement;
  const text = sourceOf(movement, t);
  // Returned goods were loaded by a credit note.
  const isReturn = source_type === 'SO' && movement.movement_type === 'C';
  const kind = isReturn ? 'invoice' : DOCUMENTS[source_type];
  if (source_type === 'USE' && source_document.id !== null)
    return <RunLink id={source_document.id}>{size ? <FittedText value={text} /> : text}</RunLink>;
  // A weighed reel has no count.
  if (kind === undefined || source_document.id === null)
    return <EntityLink kind="batch" id={null} text={text} {...(size && { size })} />;
  return (
    <EntityLink kind={kind} id={source_document.id} code={source_document.number} text={text} {...(size && { size })} />
  );
}
