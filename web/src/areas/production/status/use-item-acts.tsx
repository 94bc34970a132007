import { IconListDetails, IconPackageImport, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import type { RowAction } from '../../../ui/table/RowActions.tsx';
import type { StatusAddress } from './filters.ts';

const ICON = 17;
export interface ItemActs {
  add: (item: ProductionItem) => void;
  showOperations: (item: ProductionItem) => void;
  force: (item: ProductionItem) => void;
  mayForce: boolean;
  /** The same, as the menu of a row. */
  menuOf: (item: ProductionItem) => RowAction[];
}

/** What can be done with an item: each opens its dialog by the address. */
export function useItemActs(open: (change: Partial<StatusAddress>, options: { replace: boolean }) => void): ItemActs {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const mayForce = useCan()('production.load');
  return useMemo(() => {
    const show = (change: Partial<StatusAddress>) => open(change, { replace: false });
    const add = ({ item_id }: ProductionItem) => show({ item: item_id, operation: 'new' });
    const showOperations = ({ item_id }: ProductionItem) => show({ item: item_id, dialog: 'operations' });
    const force = ({ item_id }: ProductionItem) => show({ item: item_id, dialog: 'force' });
    const menuOf = (item: ProductionItem): RowAction[] => [
      ...(item.is_completed
        ? []
        : [{ label: t('status.add'), icon: <IconPlus size={ICON} />, onClick: () => add(item) }]),
      {
        label: t('status.operations', { shown: formats.number(item.operations_count) }),
        icon: <IconListDetails size={ICON} />,
        onClick: () => showOperations(item),
      },
      ...(item.is_completed || !mayForce
        ? []
        : [{ label: t('status.force'), icon: <IconPackageImport size={ICON} />, onClick: () => force(item) }]),
    ];
    return { add, showOperations, force, mayForce, menuOf };
  }, [t, formats, mayForce, open]);
}
