import { Badge, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReceiptResult } from '@bobina/contract/sales/transmissions.ts';
import { LinkAnchor } from '../../../ui/link.tsx';
import { DialogActions } from '../../../ui/overlay/DialogActions.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { invoicePath } from '../calls.ts';
import { TransmissionBadge } from './states.tsx';

const COLORS = { taken: 'green', known: 'gray', unmatched: 'yellow', unreadable: 'red' };

/** Shows the result of each uploaded receipt. */
export function ReceiptResults({ results, onClose }: { results: readonly ReceiptResult[]; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const { t: common } = useTranslation();
  return (
    <Dialog onClose={onClose} size="min(56rem, 100%)" title={t('receipts.results')}>
      <Stack gap="md">
        <PlainTable
          label={t('receipts.results')}
          heads={[
            { label: t('receipts.name') },
            { label: t('receipts.result') },
            { label: t('transmission.event') },
            { label: t('packingList.invoice') },
          ]}
        >
          {results.map(({ name, status, event, invoice_id }, at) => (
            <tr key={`${at} ${name}`}>
              <td>{name}</td>
              <td>
                <Badge color={COLORS[status]} variant="light">
                  {t(`receiptStatus.${status}`)}
                </Badge>
              </td>
              <td>{event && <TransmissionBadge state={event} />}</td>
              <td>
                {invoice_id !== null && (
                  <LinkAnchor to={invoicePath(invoice_id)}>{t('receipts.openInvoice')}</LinkAnchor>
                )}
              </td>
            </tr>
          ))}
        </PlainTable>
        <DialogActions>
          <Button onClick={onClose}>{common('action.close')}</Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
