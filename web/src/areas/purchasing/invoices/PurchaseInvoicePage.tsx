import { Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchaseInvoice, PurchaseInvoiceLine } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { Picker } from '../../../ui/form/Picker.tsx';
import { NotesButton } from '../../../ui/notes/NotesButton.tsx';
import { EntityLoader, useIdParameter } from '../../../ui/page/EntityLoader.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { Pairs } from '../../../ui/page/Pairs.tsx';
import { ReportButton } from '../../../ui/print/ReportButton.tsx';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { toast } from '../../../ui/toasts.ts';
import { AcceptDialog } from './AcceptDialog.tsx';
import { PURCHASE_INVOICES } from './calls.ts';
import { DisputeDialog } from './DisputeDialog.tsx';
import { InvoiceLines } from './InvoiceLines.tsx';
import { MatchDialog } from './MatchDialog.tsx';
import { InvoiceMatch, InvoiceStatus } from './statuses.tsx';
import { usePurchaseInvoiceActs } from './use-purchase-invoice-acts.ts';

const ICON = 17;

/** Shows an invoice of a supplier: its lines with their receipts and differences, and its acts. */
function PurchaseInvoicePage() {
  const { t } = useTranslation(['purchaseInvoices', 'purchasing']);
  const navigate = useNavigate();
  const invoice = useQuery(api.purchaseInvoices.get.query({ id: useIdParameter() }));
  const onFailed = () => {
    toast.error(t('invoices.loadFailed'));
    void navigate({ to: PURCHASE_INVOICES, replace: true });
  };
  return (
    <EntityLoader query={invoice} onFailed={onFailed}>
      {(loaded) => <Details invoice={invoice.data ?? loaded} />}
    </EntityLoader>
  );
}
export default PurchaseInvoicePage;

function Details({ invoice }: { invoice: PurchaseInvoice }) {
  const { t } = useTranslation(['purchaseInvoices', 'purchasing']);
  const mayWrite = useCan()('purchase_invoices.write');
  const acts = usePurchaseInvoiceActs(invoice);
  const [matched, setMatched] = useState<PurchaseInvoiceLine>();
  const [open, setOpen] = useState<'accept' | 'dispute'>();
  const close = () => (setOpen(undefined), setMatched(undefined));
  return (
    <Page
      title={invoice.number}
      subtitle={<EntityLink kind="supplier" id={invoice.supplier_id} text={invoice.supplier_name} />}
      actions={<Buttons invoice={invoice} acts={acts} onOpen={setOpen} />}
    >
      <Stack gap="md">
        <Panel p={16}>
          <Facts invoice={invoice} />
          {mayWrite && invoice.supplier_id === null && (
            <Picker
              label={t('invoices.chooseSupplier')}
              description={t('invoices.chooseSupplierHint', { vat: invoice.supplier_vat ?? '—' })}
              maw={420}
              list={api.suppliers.list}
              get={api.suppliers.get}
              nameOf={(row) => row.business_name}
              value={null}
              onChange={(id) => id !== null && void acts.match({ supplier_id: id, lines: [] })}
            />
          )}
        </Panel>
        <Panel
          title={t('invoice.lines')}
          actions={
            mayWrite &&
            invoice.supplier_id !== null && (
              <Button
                size="sm"
                variant="default"
                leftSection={<IconRefresh size={ICON} />}
                disabled={acts.isBusy}
                onClick={() => void acts.match({ lines: [] })}
              >
                {t('match.again')}
              </Button>
            )
          }
        >
          <InvoiceLines invoice={invoice} {...(mayWrite && invoice.supplier_id !== null && { onMatch: setMatched })} />
        </Panel>
        {invoice.instalments.length > 0 && (
          <Panel title={t('invoice.instalments')}>
            <Instalments invoice={invoice} />
          </Panel>
        )}
      </Stack>
      {matched && (
        <MatchDialog
          invoice={invoice}
          line={matched}
          isBusy={acts.isBusy}
          onSave={(chosen) =>
            void acts.match({ lines: [{ id: matched.id, ...chosen }] }).then((isDone) => isDone && close())
          }
          onClose={close}
        />
      )}
      {open === 'accept' && (
        <AcceptDialog
          invoice={invoice}
          isBusy={acts.isBusy}
          onAccept={(body) => void acts.accept(body).then((isDone) => isDone && close())}
          onClose={close}
        />
      )}
      {open === 'dispute' && (
        <DisputeDialog
          invoice={invoice}
          isBusy={acts.isBusy}
          onDispute={(notes) => void acts.dispute(notes).then((isDone) => isDone && close())}
          onClose={close}
        />
      )}
    </Page>
  );
}

function Buttons({
  invoice,
  acts,
  onOpen,
}: {
  invoice: PurchaseInvoice;
  acts: ReturnType<typeof usePurchaseInvoiceActs>;
  onOpen: (dialog: 'accept' | 'dispute') => void;
}) {
  const { t } = useTranslation(['purchaseInvoices', 'purchasing']);
  const { t: common } = useTranslation();
  const mayWrite = useCan()('purchase_invoices.write');
  return (
    <>
      <NotesButton entity="purchase-invoices" id={invoice.id} name={invoice.number} />
      {invoice.file_name !== null && (
        <Button size="sm" variant="default" leftSection={<IconDownload size={ICON} />} onClick={() => void acts.save()}>
          {t('invoice.file')}
        </Button>
      )}
      {invoice.dispute_notes !== null && (
        <ReportButton path={`/purchase-invoices/${invoice.id}/dispute-note?format=pdf`} label={t('dispute.note')} />
      )}
      {mayWrite && invoice.status === 'new' && (
        <Button
          size="sm"
          variant="default"
          color="red"
          leftSection={<IconTrash size={ICON} />}
          onClick={() => void acts.remove()}
        >
          {common('action.delete')}
        </Button>
      )}
      {mayWrite && invoice.status !== 'accepted' && (
        <>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconAlertTriangle size={ICON} />}
            onClick={() => onOpen('dispute')}
          >
            {t('dispute.dispute')}
          </Button>
          <Button size="sm" leftSection={<IconCheck size={ICON} />} onClick={() => onOpen('accept')}>
            {t('accept.accept')}
          </Button>
        </>
      )}
    </>
  );
}

function Facts({ invoice }: { invoice: PurchaseInvoice }) {
  const { t } = useTranslation(['purchaseInvoices', 'purchasing']);
  const formats = useFormats();
  const money = (amount: number) => formats.money(amount, invoice.currency);
  return (
    <Pairs
      pairs={[
        [t('invoice.status'), <InvoiceStatus key="status" status={invoice.status} />],
        [t('invoice.match'), <InvoiceMatch key="match" match={invoice.match} />],
        [t('invoice.kind'), t(`invoiceKind.${invoice.kind}`)],
        [
          t('purchasing:order.supplier'),
          invoice.supplier_id === null ? (
            invoice.supplier_name
          ) : (
            <EntityLink key="supplier" kind="supplier" id={invoice.supplier_id} text={invoice.supplier_name} />
          ),
        ],
        [t('invoice.supplier_vat'), formats.text(invoice.supplier_vat)],
        [t('invoice.document_date'), formats.day(invoice.document_date)],
        [t('invoice.received_date'), formats.day(invoice.received_date)],
        [t('invoice.registered_date'), formats.day(invoice.registered_date)],
        [t('invoice.net_amount'), money(invoice.net_amount)],
        [t('invoice.vat_amount'), money(invoice.vat_amount)],
        [t('invoice.total_amount'), money(invoice.total_amount)],
        [t('invoice.to_pay_amount'), money(invoice.to_pay_amount)],
        ...(invoice.charges_amount === 0
          ? []
          : [[t('invoice.charges_amount'), money(invoice.charges_amount)] as const]),
        ...(invoice.credited_number === null ? [] : [[t('invoice.credited_number'), invoice.credited_number] as const]),
        ...(invoice.dispute_notes === null ? [] : [[t('dispute.notes'), invoice.dispute_notes] as const]),
        [t('purchasing:order.notes'), formats.text(invoice.notes)],
      ]}
    />
  );
}

function Instalments({ invoice }: { invoice: PurchaseInvoice }) {
  const { t } = useTranslation(['purchaseInvoices', 'purchasing']);
  const formats = useFormats();
  return (
    <PlainTable
      label={t('invoice.instalments')}
      heads={[
        { label: t('invoice.due_date') },
        { label: t('invoice.amount'), end: true },
        { label: t('invoice.iban') },
      ]}
    >
      {invoice.instalments.map((part) => (
        <tr key={part.id}>
          <td>{formats.day(part.due_date)}</td>
          <td data-end>{formats.money(part.amount, invoice.currency)}</td>
          <td>{formats.text(part.iban)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}
