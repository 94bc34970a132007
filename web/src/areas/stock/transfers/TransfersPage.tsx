import { useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import type { Acts } from '../../../lib/api/acts.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { Reopened } from '../../../ui/offline/Reopened.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshStock } from '../movements/calls.ts';
import { TRANSFERS, TransferForm, type GoodsToMove } from './TransferForm.tsx';

/** Shows the form of stock transfers; with goods of one warehouse in the navigation state, with their lines. */
function TransfersPage() {
  const { t } = useTranslation('stock');
  const [times, setTimes] = useState(0);
  const state = useRouterState({ select: ({ location }) => location.state }) as Partial<GoodsToMove>;
  const formats = useFormats();
  const unitOf = useUnit();
  const onSaved = (movements: readonly Movement[], acts: Acts, clear: () => void) => {
    const lines = movements.map(({ product_code, batch_number, quantity, unit_of_measure }) =>
      [
        product_code,
        ...(batch_number ? [`${t('stock.batch')} ${batch_number}`] : []),
        formats.quantity(quantity, unitOf(unit_of_measure)),
      ].join(' · '),
    );
    const count = movements.length;
    toast.success(t('transfers.saved', { count, shown: formats.number(count) }), acts, lines);
    refreshStock();
    clear();
  };
  const restart = () => setTimes(times + 1); // a new key clears the form
  return (
    <Page subtitle={t('transfers.subtitle')}>
      <Reopened screen={TRANSFERS}>
        {(act, close) => {
          const clear = act ? close : restart;
          return (
            <TransferForm
              key={times}
              reopened={act}
              given={times === 0 && state.goods && state.from ? { goods: state.goods, from: state.from } : undefined}
              isCleared={times > 0}
              onSaved={(movements, acts) => onSaved(movements, acts, clear)}
              onClear={clear}
            />
          );
        }}
      </Reopened>
    </Page>
  );
}
export default TransfersPage;
