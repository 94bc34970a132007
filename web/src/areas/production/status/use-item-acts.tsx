import { IconListDetails, IconPackageImport, IconPlus } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import type { RowAction } from '../../../ui/table/RowMenu.tsx';
import type { StatusRow } from './columns.tsx';
import type { StatusAddress } from './filters.ts';

const ICON = 17;
export interface ItemActs {
  add: (item: StatusRow) => void;
  showOperations: (item: StatusRow) => void;
  force: (item: StatusRow) => void;
  mayForce: boolean;
  /** The same actions for the row menu. */
  menuOf: (item: StatusRow) => RowAction[];
}

/** Returns the actions of an item; each opens its dialog through the URL. */
export function useItemActs(open: (change: Partial<StatusAddress>, options: { replace: boolean }) => void): ItemActs {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const mayForce = useCan()('production.load');
  return useMemo(() => {
    const show = (change: Partial<StatusAddress>) => open(change, { replace: false });
    const add = ({ item_id }: StatusRow) => show({ item: item_id, operation: 'new' });
    const showOperations = ({ item_id }: StatusRow) => show({ item: item_id, dialog: 'operations' });
    const force = ({ item_id }: StatusRow) => show({ item: item_id, dialog: 'force' });
    const menuOf = (item: StatusRow): RowAction[] => [
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
