import { memo, type ReactNode } from 'react';
import { LineErrors } from './LineErrors.tsx';
import classes from './lines.module.css';
import type { PricedLine } from './priced-line.ts';
import { RemoveLine } from './RemoveLine.tsx';

export interface CellProps<Line> {
  index: number;
  line: Line;
  /** Whether one of these fields has an error. */
  isWrong: (...fields: string[]) => boolean;
}
export interface LineColumn<Line> {
  key: string;
  label: string;
  /** Class of the header cell. */
  className?: string | undefined;
  /** Whether the content is aligned at the end. */
  isEnd?: boolean;
  /** Called as a function, because a new component type would lose the focus of its field. */
  cell: (props: CellProps<Line>) => ReactNode;
}
export interface LineRules<Line> {
  removeLabel: (index: number) => string;
  /** Whether the line cannot be removed. */
  isLocked: (line: Line) => boolean;
  /** Note below the line. */
  note?: (line: Line, index: number) => ReactNode;
}
interface Props<Line> {
  index: number;
  line: Line;
  /** Error messages by field, serialized to one string so that an unchanged line is not rendered again. */
  errors: string;
  columns: readonly LineColumn<Line>[];
  rules: LineRules<Line>;
  onRemove: (index: number) => void;
}

/** Shows one line of an order form with its errors below. */
export const LineRow = memo(Row) as typeof Row;

function Row<Line extends PricedLine>({ index, line, errors: serialized, columns, rules, onRemove }: Props<Line>) {
  const errors = JSON.parse(serialized) as Record<string, string>;
  const isWrong = (...fields: string[]) => fields.some((field) => errors[field] !== undefined);
  return (
    <>
      <tr>
        <td className={classes.row}>{index + 1}</td>
        {columns.map(({ key, label, isEnd, cell }, at) => (
          <td
            key={key}
            {...(at === 0 ? { 'data-title': true } : { 'data-label': label })}
            className={isEnd ? classes.end : undefined}
          >
            {cell({ index, line, isWrong })}
          </td>
        ))}
        <td data-corner>
          <RemoveLine
            aria-label={rules.removeLabel(index)}
            disabled={rules.isLocked(line)}
            onClick={() => onRemove(index)}
          />
        </td>
      </tr>
      <LineErrors errors={errors} columns={columns.map(({ key }) => key)}>
        {rules.note?.(line, index)}
      </LineErrors>
    </>
  );
}
