import { useTranslation } from 'react-i18next';
import { BankSlipChange } from '@bobina/contract/sales/bank.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshSlips } from '../calls.ts';

/** Shows the form that credits a presented slip on a day. */
export function CreditSlip({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('bank');
  const { t: sales } = useTranslation('sales');
  const handle = useEntityForm({
    schema: BankSlipChange,
    initial: { state: 'credited', day: companyToday() },
    openBy: 'credit',
    save: (input, options) => api.bankSlips.setState({ id, ...input }, options),
    failure: sales('failed'),
    onSaved: () => {
      toast.success(t('bank.done.credited'));
      refreshSlips();
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t('bank.acts.credited')} onClose={onClose}>
      <DayField name="day" label={t('bank.creditDay')} required />
    </FormDialog>
  );
}
