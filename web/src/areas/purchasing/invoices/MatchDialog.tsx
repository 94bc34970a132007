import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchaseInvoice, PurchaseInvoiceLine } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { ChoicePicker, Picker } from '../../../ui/form/Picker.tsx';
import { productName } from '../../../ui/form/pickers.tsx';
import { DialogActions } from '../../../ui/overlay/DialogActions.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { receiptLabel } from './calls.ts';

interface Props {
  invoice: PurchaseInvoice;
  line: PurchaseInvoiceLine;
  isBusy: boolean;
  onSave: (chosen: { product_id: number | null; receipt_item_id: number | null }) => void;
  onClose: () => void;
}

/** Chooses the product and the receipt of a line of an invoice. */
export function MatchDialog({ invoice, line, isBusy, onSave, onClose }: Props) {
  const { t } = useTranslation('purchaseInvoices');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const [product, setProduct] = useState(line.product_id);
  const [receipt, setReceipt] = useState(line.receipt_item_id);
  const { supplier_id } = invoice;
  const found = useQuery({
    ...api.purchaseInvoices.notInvoiced.query({
      query: { ...(supplier_id && { supplier_id }), ...(product && { product_id: product }) },
    }),
    enabled: supplier_id !== null && product !== null && invoice.kind === 'invoice',
  });
  const open = (found.data?.rows ?? []).map((row) => ({
    value: String(row.receipt_item_id),
    label: receiptLabel(row, formats),
  }));
  const own =
    line.receipt_item_id !== null &&
    line.product_id === product &&
    !open.some(({ value }) => Number(value) === line.receipt_item_id)
      ? [{ value: String(line.receipt_item_id), label: line.receipt_document ?? '' }]
      : [];
  const save = () => onSave({ product_id: product, receipt_item_id: product === null ? null : receipt });
  return (
    <Dialog onClose={onClose} title={t('match.title', { position: line.position })} onSave={save}>
      <Stack gap="sm">
        <Text>{line.description}</Text>
        <Picker
          label={t('invoice.product')}
          list={api.products.list}
          get={api.products.get}
          query={{ status: 'active' }}
          nameOf={productName}
          value={product}
          onChange={(id) => {
            setProduct(id);
            setReceipt(null);
          }}
        />
        {invoice.kind === 'invoice' && (
          <ChoicePicker
            label={t('match.receipt')}
            description={t('match.receiptHint')}
            data={[...own, ...open]}
            isLoading={found.isFetching}
            value={receipt === null ? null : String(receipt)}
            onChange={(value) => setReceipt(value === null ? null : Number(value))}
          />
        )}
        <Text size="sm" c="dimmed">
          {t('match.noGoods')}
        </Text>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button onClick={save} loading={isBusy} aria-keyshortcuts="Control+S">
            {common('action.save')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
