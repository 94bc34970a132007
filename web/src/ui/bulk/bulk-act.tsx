/** Acts on the selected rows of a list. A screen passes them to `ListPage` as `bulk`. */
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Acts } from '../../lib/api/acts.ts';
import { commonText } from '../../lib/i18n/i18n.ts';
import { problemText } from '../../lib/api/problem.ts';
import type { ToastLink } from '../toasts.ts';

/** The maximum number of rows of one request, as in the contract's `bulkIds`. */
export const MOST = 500;

/** The result of a row: `message` is null if the act was done. */
export interface RowResult {
  message: string | null;
}

export interface BulkAct<Row> {
  key: string;
  label: string;
  icon?: ReactNode;
  /** Deletes the rows: asks for confirmation in any case. */
  danger?: boolean;
  /**
   * Asked before the act. Absent for acts that change nothing. @param count the formatted number of rows, without those that
   * `refuse` is known to refuse
   */
  question?: (count: string) => ReactNode;
  /** Whether the act cannot be undone: its question warns about it. */
  isFinal?: boolean;
  /** Why the act cannot apply to a row, which is then not sent. */
  refuse?: (row: Row) => string | undefined;
  /** Runs the act for some rows and returns their results in the same order. `options` collects what can be undone. */
  run: (rows: readonly Row[], options: Acts['options']) => Promise<readonly RowResult[]>;
  /** Takes the act back for the rows for which it was done, in place of the undo of single acts. */
  takeBack?: (rows: readonly Row[]) => Promise<unknown>;
  /** Maximum number of rows of one `run`. */
  most: number;
  /** Call groups that are refetched afterwards. */
  refresh: readonly string[];
  /** The screen of what the act made, for an act that cannot be undone by its toast. */
  next?: ToastLink;
}

/** An act whose dialog asks for more than a confirmation. */
export interface DialogAct<Row> extends Pick<BulkAct<Row>, 'key' | 'label' | 'icon' | 'danger'> {
  /** Opens the dialog with the selected rows. */
  open: (rows: readonly Row[]) => void | Promise<void>;
}
export type ListAct<Row> = BulkAct<Row> | DialogAct<Row>;

interface Answer {
  results: readonly {
    code: string | null;
    message: string | null;
    /** The missing data of a document. */
    missing?: readonly { message: string }[] | undefined;
  }[];
}

/** Runs a call of the contract that takes up to 500 ids and answers a result per id. */
export function byIds<Row extends { id: number }>(
  send: (ids: number[]) => Promise<Answer>,
): Pick<BulkAct<Row>, 'run' | 'most'> {
  return {
    most: MOST,
    run: async (rows) => {
      const { results } = await send(rows.map(({ id }) => id));
      return results.map(({ code, message, missing = [] }) => ({
        message: code === null ? null : [message ?? code, ...missing.map((part) => part.message)].join(' · '),
      }));
    },
  };
}

/** Runs a call for one row after the other. A network failure stops the act. */
export function rowByRow<Row>(
  call: (row: Row, options: Acts['options']) => Promise<unknown>,
): Pick<BulkAct<Row>, 'run' | 'most'> {
  return {
    most: 1,
    run: async (rows, options) => {
      for (const row of rows) await call(row, options);
      return rows.map(() => ({ message: null }));
    },
  };
}

/** Deletes the selected rows with the call that deletes one. */
export function deleteRows<Row extends { id: number }>(
  remove: (input: { id: number }, options: Acts['options']) => Promise<unknown>,
  refresh: readonly string[],
): BulkAct<Row> {
  return {
    key: 'delete',
    label: commonText('action.delete'),
    icon: <IconTrash size={17} />,
    danger: true,
    ...rowByRow(({ id }, options) => remove({ id }, options)),
    refresh,
  };
}

/** The reason that is shown in the row of a failed act. */
export function reasonOf(error: unknown): string {
  return problemText(error, commonText('problem.unexpected'));
}
