import { IconFileTypePdf, IconListDetails } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { RowAction } from '../../ui/table/RowMenu.tsx';

const ICON = 17;

/** Returns the row actions of both lists: details and report. */
export function documentActions<Row>(
  t: TFunction<'sales'>,
  acts: { details: (row: Row) => void; report: (row: Row) => void },
) {
  return (row: Row): RowAction[] => [
    { label: t('document.details'), icon: <IconListDetails size={ICON} />, onClick: () => acts.details(row) },
    { label: t('document.report'), icon: <IconFileTypePdf size={ICON} />, onClick: () => acts.report(row) },
  ];
}
