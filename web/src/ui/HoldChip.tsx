import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Hint } from './overlay/Hint.tsx';
import { EntityLink } from './entity-link.tsx';

interface Row {
  batch_id: number | null;
  batch_number: string | null;
  hold_reason: string | null;
}

/** Shows the batch of a row of stock as a link, marked if it is on hold. */
export function StockBatch({ row }: { row: Row }) {
  return (
    <>
      <EntityLink kind="batch" id={row.batch_id} text={row.batch_number} size="fit" />
      <HoldChip reason={row.hold_reason} />
    </>
  );
}

/** Marks a batch on hold; the reason is in its tooltip and read aloud. Nothing for other batches. */
export function HoldChip({ reason }: { reason: string | null | undefined }) {
  const { t } = useTranslation();
  if (reason === null || reason === undefined) return null;
  return (
    <Hint label={reason}>
      <Badge color="red" ml={8}>
        {t('batch.onHold')}
        <span className="visually-hidden">: {reason}</span>
      </Badge>
    </Hint>
  );
}
