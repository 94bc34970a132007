import { DialogActions } from '../../../ui/overlay/DialogActions.tsx';
import { Alert, Badge, Button, Group, Stack } from '@mantine/core';
import {
  IconCash,
  IconCopy,
  IconFileCode,
  IconFileTypePdf,
  IconPencil,
  IconReceiptRefund,
  IconSend,
  IconX,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { LinkAnchor, LinkButton, placeOf } from '../../../ui/link.tsx';
import { draftAgainPath, invoicePath, packingListPath, PAYMENTS } from '../calls.ts';
import { Pairs } from '../../../ui/page/Pairs.tsx';
import { SendButton } from '../../../ui/mail/SendButton.tsx';
import { NotesButton } from '../../../ui/notes/NotesButton.tsx';
import { MissingParts } from '../../../ui/print/MissingParts.tsx';
import { usePapers } from '../papers.tsx';
import { InvoiceStatusBadge } from '../statuses.tsx';
import { CreditLines } from './CreditLines.tsx';
import { TransmissionPanel } from '../transmissions/TransmissionPanel.tsx';
import { EditDraft } from './EditDraft.tsx';
import { InvoiceItems } from './InvoiceItems.tsx';
import { useInvoiceActs } from './use-invoice-acts.tsx';

const ICON = 17;

/** Shows an invoice and the actions that its status and the user's permissions allow. */
export function InvoiceDetails({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const { t: common } = useTranslation();
  const can = useCan();
  const papers = usePapers();
  const acts = useInvoiceActs();
  const navigate = useNavigate();
  const { status, type } = invoice;
  const isInvoice = type === 'invoice';
  const mayWrite = can('invoices.write');
  const maySettle = can('invoices.settle');
  const isDraft = status === 'draft';
  const [isCrediting, setCrediting] = useState(false);
  const isCreditable =
    isInvoice && !isDraft && status !== 'cancelled' && invoice.credited_amount < invoice.total_amount;
  const [isEditing, setEditing] = useState(false);
  const missing = [...acts.missing, ...papers.missing];
  const lacks = missing.length > 0 ? missing : invoice.missing;
  const button = (label: string, icon: ReactNode, onClick: () => void) => (
    <Button variant="default" leftSection={icon} disabled={acts.isBusy} onClick={onClick}>
      {label}
    </Button>
  );
  return (
    <Stack gap="lg">
      {lacks.length > 0 && (
        <Alert color={missing.length > 0 ? 'red' : 'yellow'} variant="light" title={t('papers.missing')} role="alert">
          <MissingParts missing={lacks} />
        </Alert>
      )}
      <Facts invoice={invoice} />
      {isCrediting && <CreditLines invoice={invoice} onClose={() => setCrediting(false)} />}
      <InvoiceItems invoice={invoice} />
      {invoice.invoice_number && <TransmissionPanel invoice={invoice} />}
      {isEditing && <EditDraft invoice={invoice} onClose={() => setEditing(false)} />}
      <DialogActions>
        {isDraft && mayWrite && button(t('acts.edit'), <IconPencil size={ICON} />, () => setEditing(true))}
        <NotesButton entity="invoices" id={invoice.id} name={invoice.invoice_number ?? t('invoiceStatus.draft')} />
        {!isDraft && <SendButton kind="invoice" id={invoice.id} number={invoice.invoice_number ?? ''} />}
        {isDraft &&
          mayWrite &&
          button(t('acts.remove'), <IconTrash size={ICON} />, () => {
            void acts.remove(invoice).then((gone) => gone && onClose());
          })}
        {isDraft &&
          mayWrite &&
          button(t('acts.cancel'), <IconX size={ICON} />, () => void acts.setStatus(invoice, 'cancelled'))}
        {isInvoice && status === 'cancelled' && mayWrite && (
          <LinkButton to={draftAgainPath(invoice)} variant="default" leftSection={<IconCopy size={ICON} />}>
            {t('acts.again')}
          </LinkButton>
        )}
        {isCreditable &&
          maySettle &&
          button(t('acts.creditLines'), <IconReceiptRefund size={ICON} />, () => setCrediting(true))}
        {isCreditable &&
          (status === 'sent' || invoice.credited_amount > 0) &&
          maySettle &&
          button(t('acts.credit'), <IconReceiptRefund size={ICON} />, () => void acts.credit(invoice))}
        {isInvoice &&
          invoice.paid_amount > 0 &&
          maySettle &&
          button(t('acts.unpay'), <IconCash size={ICON} />, () => void acts.setStatus(invoice, 'sent'))}
        {!isDraft &&
          invoice.invoice_number &&
          button(t('papers.eInvoice'), <IconFileCode size={ICON} />, () => papers.saveEInvoice(invoice.id))}
        <Button
          variant="default"
          leftSection={<IconFileTypePdf size={ICON} />}
          loading={papers.isBusy}
          onClick={() => papers.showReport(`/invoices/${invoice.id}/report?format=pdf`)}
        >
          {t('document.report')}
        </Button>
        {isDraft && mayWrite && (
          <Button
            leftSection={<IconSend size={ICON} />}
            loading={acts.isBusy}
            onClick={() => void acts.setStatus(invoice, 'sent')}
          >
            {t('acts.send')}
          </Button>
        )}
        {isInvoice && invoice.open_amount > 0 && !isDraft && can('payments.write') && (
          <Button
            variant="default"
            leftSection={<IconCash size={ICON} />}
            onClick={() =>
              void navigate(placeOf(`${PAYMENTS}?customer_id=${invoice.customer_id}&invoice_id=${invoice.id}&new=true`))
            }
          >
            {t('invoice.recordPayment')}
          </Button>
        )}
        {isInvoice && (status === 'sent' || status === 'partly_paid') && maySettle && (
          <Button
            variant={invoice.transmission === 'to_send' ? 'default' : 'filled'}
            leftSection={<IconCash size={ICON} />}
            loading={acts.isBusy}
            onClick={() => void acts.setStatus(invoice, 'paid')}
          >
            {t('acts.pay')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {common('action.close')}
        </Button>
      </DialogActions>
    </Stack>
  );
}

function Facts({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const place = [invoice.customer_address, invoice.customer_city, invoice.customer_province].filter(Boolean).join(', ');
  const linked = (label: string, id: number | null, number: string | null) =>
    id === null
      ? []
      : [
          [
            label,
            <LinkAnchor key={label} to={invoicePath(id)}>
              {number}
            </LinkAnchor>,
          ] as const,
        ];
  /** What is paid and open, and the instalments if there are several. */
  const settled = ({ type, status, currency, paid_amount, open_amount, instalments }: Invoice) =>
    type === 'credit_note' || status === 'draft'
      ? []
      : [
          [t('invoice.paid_amount'), formats.money(paid_amount, currency)] as const,
          [t('invoice.open_amount'), formats.money(open_amount, currency)] as const,
          ...(instalments.length > 1
            ? [
                [
                  t('invoice.instalments'),
                  <Stack key="instalments" gap={0}>
                    {instalments.map((row) => (
                      <span key={row.due_date}>
                        {`${formats.day(row.due_date)} · ${formats.money(row.open_amount, currency)} / ${formats.money(row.amount, currency)}`}
                      </span>
                    ))}
                  </Stack>,
                ] as const,
              ]
            : []),
        ];
  return (
    <Pairs
      pairs={[
        [
          t('document.status'),
          <Group key="status" gap={6}>
            <InvoiceStatusBadge status={invoice.status} />
            {invoice.is_overdue && <Badge color="red">{t('invoice.overdue')}</Badge>}
          </Group>,
        ],
        [t('invoice.invoice_date'), formats.day(invoice.invoice_date)],
        [t('invoice.due_date'), formats.day(invoice.due_date)],
        [
          t('document.customer'),
          <EntityLink key="customer" kind="customer" id={invoice.customer_id} text={invoice.customer_name} />,
        ],
        [t('document.customer_vat'), formats.text(invoice.customer_vat)],
        [t('document.address'), formats.text(place)],
        [
          t('packingList.packing_list_number'),
          <Documents key="packing" documents={invoice.packing_lists} path={packingListPath} />,
        ],
        [
          t('document.order_number'),
          <EntityLink key="order" kind="customer_order" id={invoice.order_id} text={invoice.order_number} />,
        ],
        [t('document.customer_order_number'), formats.text(invoice.customer_order_number)],
        ...linked(t('invoice.credits'), invoice.credited_invoice_id, invoice.credited_invoice_number),
        ...(invoice.credit_notes.length > 0
          ? [
              [
                t('invoice.creditedBy'),
                <Documents key="notes" documents={invoice.credit_notes} path={invoicePath} />,
              ] as const,
              [t('invoice.credited_amount'), formats.money(invoice.credited_amount, invoice.currency)] as const,
            ]
          : []),
        ...settled(invoice),
        ...(invoice.exchange_rate === null
          ? []
          : [
              [
                t('invoice.exchange_rate'),
                `1 EUR = ${formats.number(invoice.exchange_rate)} ${invoice.currency}`,
              ] as const,
            ]),
        ...(invoice.cig ? [[t('invoice.cig'), invoice.cig] as const] : []),
        ...(invoice.cup ? [[t('invoice.cup'), invoice.cup] as const] : []),
        ...(invoice.declaration
          ? [
              [
                t('invoice.declaration'),
                `${invoice.declaration.protocol} · ${formats.day(invoice.declaration.day)}`,
              ] as const,
            ]
          : []),
        [t('invoice.terms'), formats.text(invoice.tipo_pagamento)],
        [t('document.notes'), formats.text(invoice.notes)],
      ]}
    />
  );
}

/** Links documents by their numbers, on one line. */
function Documents({
  documents,
  path,
}: {
  documents: readonly { id: number; number: string }[];
  path: (id: number) => string;
}) {
  return (
    <Group gap={6}>
      {documents.map(({ id, number }) => (
        <LinkAnchor key={id} to={path(id)}>
          {number}
        </LinkAnchor>
      ))}
    </Group>
  );
}
