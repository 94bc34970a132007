import { IconCalendarCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deferred } from '../../ui/deferred.tsx';
import { ToolButton } from '../../ui/page/PageAction.tsx';
import { DRAFTS } from './calls.ts';

const InvoiceUntil = deferred(async () => (await import('./invoices/InvoiceUntil.tsx')).InvoiceUntil);

/** The button that invoices all packing lists up to a day, above both lists of sales, with its dialog. */
export function InvoiceUntilAction() {
  const { t } = useTranslation('sales');
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ToolButton label={t('until.title')} icon={<IconCalendarCheck size={18} />} onClick={() => setOpen(true)} />
      {isOpen && (
        <InvoiceUntil
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            // The next step is to send the drafts.
            void navigate({ href: DRAFTS });
          }}
        />
      )}
    </>
  );
}
