import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconCopy, IconFileInvoice, IconFileTypePdf, IconTag, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PackingList } from '@bobina/contract/sales/packing-lists.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { LinkAnchor, LinkButton } from '../../../ui/link.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { invoicePath, SALES, sameLinesPath } from '../calls.ts';
import { Pairs } from '../../../ui/page/Pairs.tsx';
import { SendButton } from '../../../ui/mail/SendButton.tsx';
import { NotesButton } from '../../../ui/notes/NotesButton.tsx';
import { MissingParts } from '../../../ui/print/MissingParts.tsx';
import { usePapers } from '../papers.tsx';
import { invoiceName, PackingListStatusBadge } from '../statuses.tsx';
import { useCancelPackingList } from './use-cancel.tsx';
import { DialogActions } from '../../../ui/overlay/DialogActions.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

/** Shows one packing list with its actions in a dialog. */
export function PackingListDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const list = useQuery(api.packingLists.get.query({ id }));
  return (
    <Dialog
      onClose={onClose}
      size="min(64rem, 100%)"
      title={list.data ? t('packingList.title', { number: list.data.packing_list_number }) : t('tabs.packing')}
    >
      {list.data && <Details list={list.data} onClose={onClose} />}
      {list.isPending && <Skeleton h={260} />}
      {list.isError && !list.data && (
        <LoadFailed title={t('failed')} error={list.error} onRetry={() => void list.refetch()} />
      )}
    </Dialog>
  );
}

function PackedItems({ list }: { list: PackingList }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const unitOf = useUnit();
  const hasAmounts = list.total_amount !== undefined;
  return (
    <PlainTable
      label={t('packingList.items')}
      heads={[
        { label: t('item.code') },
        { label: t('item.product_name') },
        { label: t('item.batch_number') },
        { label: t('item.warehouse_name') },
        { label: t('item.quantity'), end: true },
        ...(hasAmounts
          ? [
              { label: t('item.unit_price'), end: true },
              { label: t('item.total_price'), end: true },
            ]
          : []),
      ]}
      foot={
        hasAmounts && (
          <tr>
            <th scope="row" colSpan={6} data-end>
              {t('packingList.total_amount')}
            </th>
            <td data-end>
              <strong>{formats.money(list.total_amount)}</strong>
            </td>
          </tr>
        )
      }
    >
      {list.items.map((item) => (
        <tr key={item.id}>
          <td data-title>
            <EntityLink kind="product" id={item.product_id} text={item.code} />
          </td>
          <td data-title>
            <EntityLink kind="product" id={item.product_id} text={item.product_name} />
          </td>
          <td data-label={t('item.batch_number')}>
            <EntityLink kind={item.reel_left === null ? 'batch' : 'reel'} id={item.batch_id} text={item.batch_number} />
          </td>
          <td data-label={t('item.warehouse_name')}>
            <EntityLink kind="warehouse" id={item.warehouse_id} text={item.warehouse_name} />
          </td>
          <td data-end data-label={t('item.quantity')}>
            {formats.quantity(item.quantity, unitOf(item.unit_of_measure))}
          </td>
          {hasAmounts && (
            <>
              <td data-end data-label={t('item.unit_price')}>
                {formats.money(item.unit_price, 'EUR', 5)}
              </td>
              <td data-end data-label={t('item.total_price')}>
                {formats.money(item.total_price)}
              </td>
            </>
          )}
        </tr>
      ))}
    </PlainTable>
  );
}

/** Offers the labels of the reels that were sold in part and are still in stock. */
function Remnants({ list }: { list: PackingList }) {
  const { t } = useTranslation('sales');
  const { t: reels } = useTranslation('reels');
  const formats = useFormats();
  const unitOf = useUnit();
  const can = useCan();
  const left = list.items.filter(({ reel_left }) => reel_left !== null && reel_left > 0);
  const remnants = [...new Map(left.map((item) => [item.batch_id, item])).values()];
  if (remnants.length === 0 || !can('stock.read')) return null;
  const print = async () => {
    const { openLabels } = await import('../../reels/index.ts');
    await openLabels(
      remnants.map(({ batch_id }) => batch_id!),
      reels,
    );
  };
  const amount = (item: PackingList['items'][number]) =>
    formats.quantity(item.reel_left, unitOf(item.unit_of_measure), 3);
  return (
    <Alert color="yellow" variant="light" title={t('packingList.remnants')}>
      <Group gap="sm" justify="space-between">
        <span>{remnants.map((item) => `${item.batch_number}: ${amount(item)}`).join(' · ')}</span>
        <Button variant="default" leftSection={<IconTag size={17} />} onClick={() => void print()}>
          {t('packingList.printRemnants')}
        </Button>
      </Group>
    </Alert>
  );
}

function Details({ list, onClose }: { list: PackingList; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const can = useCan();
  const papers = usePapers();
  const { cancel, isBusy } = useCancelPackingList();
  const place = [list.customer_address, list.customer_city, list.customer_province].filter(Boolean).join(', ');
  const { destination } = list;
  const kg = (weight: number | null) => formats.quantity(weight, 'kg');
  const isIssued = list.status === 'issued';
  return (
    <Stack gap="lg">
      <Pairs
        pairs={[
          [t('document.status'), <PackingListStatusBadge key="status" status={list.status} />],
          [t('packingList.packing_date'), formats.day(list.packing_date)],
          [
            t('document.customer'),
            <EntityLink key="customer" kind="customer" id={list.customer_id} text={list.customer_name} />,
          ],
          [t('document.customer_vat'), formats.text(list.customer_vat)],
          [t('document.address'), formats.text(place)],
          [
            t('transport.destination_id'),
            destination
              ? [destination.indirizzo, destination.cap, destination.citta, destination.nazione]
                  .filter(Boolean)
                  .join(', ')
              : t('transport.sameAddress'),
          ],
          [
            t('document.order_number'),
            <EntityLink key="order" kind="customer_order" id={list.order_id} text={list.order_number} />,
          ],
          [t('document.customer_order_number'), formats.text(list.customer_order_number)],
          ...(list.invoice_id
            ? [
                [
                  t('packingList.invoice'),
                  <LinkAnchor key="invoice" to={invoicePath(list.invoice_id)}>
                    {invoiceName({ id: list.invoice_id, invoice_number: list.invoice_number ?? null })}
                  </LinkAnchor>,
                ] as const,
              ]
            : []),
          [t('transport.carrier'), formats.text(list.carrier)],
          [t('transport.reason'), list.reason ?? t('transport.sale')],
          [t('transport.appearance'), formats.text(list.appearance)],
          [t('transport.packages'), formats.number(list.packages)],
          [t('transport.gross_weight'), kg(list.gross_weight)],
          [t('transport.net_weight'), kg(list.net_weight)],
          [t('transport.transport_date'), formats.day(list.transport_date ?? list.packing_date)],
          [t('document.notes'), formats.text(list.notes)],
          ...(list.cancelled_at
            ? [
                [t('packingList.cancelled_at'), formats.instant(list.cancelled_at)] as const,
                [t('packingList.cancelled_by'), formats.text(list.cancelled_by_name)] as const,
              ]
            : []),
        ]}
      />
      <PackedItems list={list} />
      {isIssued && <Remnants list={list} />}
      {papers.missing.length > 0 && (
        <Alert color="red" variant="light" title={t('papers.missing')} role="alert">
          <MissingParts missing={papers.missing} />
        </Alert>
      )}
      <DialogActions>
        <NotesButton entity="packing-lists" id={list.id} name={list.packing_list_number} />
        <SendButton kind="packing_list" id={list.id} number={list.packing_list_number} />
        {isIssued && list.invoice_id && can('packing_lists.write') && (
          <Text size="sm" c="dimmed">
            {t('packingList.invoicedStays')}
          </Text>
        )}
        {isIssued && !list.invoice_id && can('packing_lists.write') && (
          <Button
            variant="default"
            leftSection={<IconTrash size={17} />}
            loading={isBusy}
            onClick={() => void cancel(list)}
          >
            {t('packingList.cancel')}
          </Button>
        )}
        {list.status === 'cancelled' && can('packing_lists.write') && (
          <LinkButton to={sameLinesPath(list.id)} variant="default" leftSection={<IconCopy size={17} />}>
            {t('packingList.sameLines')}
          </LinkButton>
        )}
        {isIssued && !list.invoice_id && can('invoices.write') && (
          <LinkButton
            to={`${SALES}?tab=invoices&new=true&of=${list.id}`}
            variant="default"
            leftSection={<IconFileInvoice size={17} />}
          >
            {t('packingList.invoiceIt')}
          </LinkButton>
        )}
        <Button
          leftSection={<IconFileTypePdf size={17} />}
          loading={papers.isBusy}
          onClick={() => papers.showReport(`/packing-lists/${list.id}/report?format=pdf`)}
        >
          {t('document.report')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {common('action.close')}
        </Button>
      </DialogActions>
    </Stack>
  );
}
