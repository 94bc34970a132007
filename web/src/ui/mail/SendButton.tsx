import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Capability } from '@bobina/contract/core/permissions.ts';
import type { MailedKind } from '@bobina/contract/system/outbox.ts';
import { useCan } from '../../lib/session.ts';
import { prepared } from '../prepared.tsx';

const SendDialog = prepared(() => import('./SendDialog.tsx'));

/** What the caller must be able to read, as on the server. */
const NEEDS: Record<MailedKind, Capability> = {
  invoice: 'invoices.read',
  packing_list: 'packing_lists.amounts',
  purchase_order: 'purchase_orders.amounts',
  customer_order: 'customer_orders.read',
};

/** Opens the dialog that sends a document by mail; renders nothing for users who may not send it. */
export function SendButton({ kind, id, number }: { kind: MailedKind; id: number; number: string }) {
  const { t } = useTranslation();
  const can = useCan();
  const [isOpen, setOpen] = useState(false);
  if (!can(NEEDS[kind])) return null;
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconMail size={17} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('mail.send')}
      </Button>
      {isOpen && (
        <Suspense fallback={<span aria-busy />}>
          <SendDialog kind={kind} id={id} number={number} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
