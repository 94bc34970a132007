import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { api } from '../../../lib/api/api.ts';
import { toast } from '../../../ui/toasts.ts';
import { failureOf, useItem } from '../item/calls.ts';
import { CLOSED, type StatusAddress } from './filters.ts';
import { ForceDialog } from './ForceDialog.tsx';
import { OperationForm } from './OperationForm.tsx';
import { OperationsDialog } from './OperationsDialog.tsx';

interface Props {
  itemId: number;
  address: StatusAddress;
  set: (change: Partial<StatusAddress>, options?: { replace?: boolean }) => void;
}

/** Shows the dialog that the URL names, for its item. */
export function StatusDialogs({ address: { dialog, operation }, set, itemId }: Props) {
  const { t } = useTranslation('production');
  const { data: item, error } = useItem(itemId);
  const close = () => set(CLOSED);
  const leave = useEffectEvent(() => {
    toast.top.error(failureOf(error, t('status.loadFailed')));
    close();
  });
  useEffect(() => {
    if (error) leave();
  }, [error]);
  if (!item) return null;
  const closeForm = () => set(dialog === 'operations' ? { operation: undefined } : CLOSED);
  return (
    <>
      {dialog === 'operations' && (
        <OperationsDialog
          item={item}
          onClose={close}
          onAdd={() => set({ operation: 'new' }, { replace: false })}
          onEdit={({ id }) => set({ operation: id }, { replace: false })}
        />
      )}
      {operation === 'new' && <OperationForm item={item} onClose={closeForm} />}
      {typeof operation === 'number' && <EditOperation id={operation} item={item} onClose={closeForm} />}
      {dialog === 'force' && <ForceDialog item={item} onClose={close} />}
    </>
  );
}

/** Shows the form of an existing operation, read from the item's list. */
function EditOperation({ id, item, onClose }: { id: number; item: ProductionItem; onClose: () => void }) {
  const { t } = useTranslation('production');
  const { data, error } = useQuery(api.productionOperations.list.query({ itemId: item.item_id }));
  const operation = data?.rows.find((row) => row.id === id);
  const isLost = error !== null || (data !== undefined && !operation);
  const leave = useEffectEvent(() => {
    toast.top.error(t('status.loadFailed'));
    onClose();
  });
  useEffect(() => {
    if (isLost) leave();
  }, [isLost]);
  return operation ? <OperationForm key={id} item={item} operation={operation} onClose={onClose} /> : null;
}
