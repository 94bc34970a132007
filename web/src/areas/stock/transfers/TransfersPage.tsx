import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshStock } from '../movements/calls.ts';
import { TransferForm } from './TransferForm.tsx';

function TransfersPage() {
  const { t } = useTranslation('stock');
  const [times, setTimes] = useState(0);
  const onSaved = (count: number, shown: string) => {
    toast.success(t('transfers.saved', { count, shown }));
    refreshStock();
    setTimes(times + 1); // the next transfer starts empty
  };
  return (
    <Page subtitle={t('transfers.subtitle')}>
      <TransferForm key={times} onSaved={onSaved} onClear={() => setTimes(times + 1)} />
    </Page>
  );
}
export default TransfersPage;
