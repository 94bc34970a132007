import { Alert, Button, Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchaseInvoice } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import { DialogActions } from '../../../ui/overlay/DialogActions.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

interface Props {
  invoice: PurchaseInvoice;
  isBusy: boolean;
  onAccept: (body: { update_prices: boolean; exchange_rate: number | null }) => void;
  onClose: () => void;
}

/** Asks how an invoice is accepted: with its prices, and at which exchange rate. */
export function AcceptDialog({ invoice, isBusy, onAccept, onClose }: Props) {
  const { t } = useTranslation('purchaseInvoices');
  const { t: common } = useTranslation();
  const [prices, setPrices] = useState(false);
  const [rate, setRate] = useState<Entered>(invoice.exchange_rate);
  const accept = () => onAccept({ update_prices: prices, exchange_rate: typeof rate === 'number' ? rate : null });
  return (
    <Dialog onClose={onClose} title={t('accept.title', { number: invoice.number })} onSave={accept}>
      <Stack gap="sm">
        {invoice.match !== 'complete' && invoice.kind === 'invoice' && (
          <Alert color="yellow" variant="light">
            {t('accept.differences')}
          </Alert>
        )}
        {t('accept.text')}
        {invoice.currency !== 'EUR' && (
          <NumberBox
            label={t('accept.exchange_rate', { currency: invoice.currency })}
            decimals={5}
            value={rate}
            onChange={setRate}
          />
        )}
        <Checkbox
          label={t('accept.update_prices')}
          checked={prices}
          onChange={(event) => setPrices(event.currentTarget.checked)}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button onClick={accept} loading={isBusy} aria-keyshortcuts="Control+S">
            {t('accept.accept')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
