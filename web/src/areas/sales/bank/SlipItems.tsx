import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BankSlip, BankSlipItem } from '@bobina/contract/sales/bank.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshSlips } from '../calls.ts';

/** Shows the items of a slip; those that the bank returned are marked as unpaid, one or several. */
export function LoadedSlip({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useQuery(api.bankSlips.get.query({ id }));
  return data ? <SlipItems slip={data} onClose={onClose} /> : null;
}

function SlipItems({ slip, onClose }: { slip: BankSlip; onClose: () => void }) {
  const { t } = useTranslation('bank');
  const { t: sales } = useTranslation('sales');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const mayReturn = useCan()('payments.write') && (slip.state === 'presented' || slip.state === 'credited');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [isBusy, setBusy] = useState(false);
  const returnItems = async () => {
    setBusy(true);
    try {
      const body = { state: 'unpaid' as const, item_ids: [...chosen] };
      await api.bankSlips.setState({ id: slip.id, body, version: slip.version });
      toast.success(t('bank.done.unpaid'));
      setChosen([]);
    } catch (error) {
      toast.problem(error, sales('failed'));
    } finally {
      setBusy(false);
      refreshSlips();
    }
  };
  return (
    <Dialog onClose={onClose} title={slip.file_name} size="min(56rem, 100%)">
      <Stack gap="md">
        <PlainTable
          label={t('bank.items')}
          heads={[
            { label: t('bank.document') },
            { label: slip.kind === 'pain001' ? t('bank.supplier') : sales('document.customer') },
            { label: t('bank.due_date') },
            { label: t('bank.amount'), end: true },
            { label: sales('document.status') },
          ]}
        >
          {slip.items.map((item) => (
            <tr key={item.id}>
              <td data-whole>
                {mayReturn && item.state !== 'unpaid' ? (
                  <Checkbox
                    label={item.number}
                    checked={chosen.includes(item.id)}
                    onChange={({ currentTarget: { checked } }) =>
                      setChosen(checked ? [...chosen, item.id] : chosen.filter((one) => one !== item.id))
                    }
                  />
                ) : (
                  <Document item={item} />
                )}
              </td>
              <td>
                <EntityLink
                  kind={slip.kind === 'pain001' ? 'supplier' : 'customer'}
                  id={item.party_id}
                  text={item.party_name}
                />
              </td>
              <td data-whole>{formats.day(item.due_date)}</td>
              <td data-end>{formats.money(item.amount)}</td>
              <td data-whole>{t(`bank.states.${item.state}`)}</td>
            </tr>
          ))}
        </PlainTable>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('action.close')}
          </Button>
          {mayReturn && (
            <Button
              color="red"
              leftSection={<IconReceiptRefund size={18} />}
              loading={isBusy}
              disabled={chosen.length === 0}
              onClick={() => void returnItems()}
            >
              {t('bank.acts.unpaid')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}

function Document({ item: { invoice_id, number } }: { item: BankSlipItem }) {
  return invoice_id === null ? <>{number}</> : <EntityLink kind="invoice" id={invoice_id} text={number} />;
}
