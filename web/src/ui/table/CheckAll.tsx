import { useTranslation } from 'react-i18next';
import classes from './table.module.css';
import type { Selection } from './use-selection.ts';

interface Props<Row> {
  selection: Selection<Row>;
  total: number;
  isLoading: boolean;
}

/** The checkbox in the header that selects all rows that match the filters, or none. */
export function CheckAll<Row>({ selection, total, isLoading }: Props<Row>) {
  const { t } = useTranslation();
  const isAll = selection.count > 0 && selection.count >= total;
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={t('list.selectAll')}
        checked={isAll}
        disabled={isLoading || total === 0}
        ref={(element) => {
          if (element) element.indeterminate = selection.count > 0 && !isAll;
        }}
        onChange={() => (isAll ? selection.clear() : selection.all())}
      />
    </label>
  );
}
