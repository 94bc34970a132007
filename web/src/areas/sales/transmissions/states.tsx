import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TransmissionEvent } from '@bobina/contract/sales/statuses.ts';

const COLORS: Record<TransmissionEvent, string> = {
  to_send: 'yellow',
  handed_over: 'blue',
  undeliverable: 'orange',
  rejected: 'red',
  delivered: 'green',
  attested: 'green',
  expired: 'green',
  accepted: 'green',
  refused: 'red',
};

/** Shows the transmission state of a file as a badge. */
export function TransmissionBadge({ state }: { state: TransmissionEvent }) {
  const { t } = useTranslation('sales');
  return (
    <Badge color={COLORS[state]} variant="light">
      {t(`transmissionState.${state}`)}
    </Badge>
  );
}
