import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LineRow, type LineColumn, type LineRules } from './LineRow.tsx';
import classes from './lines.module.css';
import { LinesPanel } from './LinesPanel.tsx';
import type { PricedLine } from './priced-line.ts';
import type { useOrderLines } from './use-order-lines.ts';

type Frame = ComponentProps<typeof LinesPanel>;

interface Props<Line extends PricedLine> extends Pick<
  Frame,
  'title' | 'hint' | 'before' | 'paste' | 'notTaken' | 'total'
> {
  order: ReturnType<typeof useOrderLines<Line>>;
  /** The same array in every render, so that an unchanged line is not rendered again. */
  columns: readonly LineColumn<Line>[];
  /** The same object in every render. */
  rules: LineRules<Line>;
  none: string;
  add: { label: string; disabled?: boolean };
  /** Content below the table. */
  children?: ReactNode;
}

/** The lines of an order form as a keyboard grid, with a number, the columns of the area and a button to remove each. */
export function OrderLinesPanel<Line extends PricedLine>(props: Props<Line>) {
  const { order, columns, rules, none, add, children, ...frame } = props;
  const { t } = useTranslation();
  return (
    <LinesPanel
      {...frame}
      grid={order.grid}
      onKeyDown={order.keys.onKeyDown}
      none={order.lines.length === 0 && none}
      add={{ ...add, onClick: order.addEmpty }}
    >
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" className={classes.number}>
                <span className="visually-hidden">{frame.title}</span>
              </th>
              {columns.map(({ key, label, className = '' }) => (
                <th key={key} scope="col" className={className}>
                  {label}
                </th>
              ))}
              <th scope="col" className={classes.tools}>
                <span className="visually-hidden">{t('list.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {order.shown.map(({ line, index, errors }) => (
              <LineRow
                key={line.key}
                index={index}
                line={line}
                errors={JSON.stringify(errors)}
                columns={columns}
                rules={rules}
                onRemove={order.acts.remove}
              />
            ))}
          </tbody>
        </table>
      </div>
      {children}
    </LinesPanel>
  );
}
