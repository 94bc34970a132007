import { createContext } from 'react';

/** Whether controls inside are Tab stops: true outside tables, in a table only in the row that has the focus. */
export const RowActive = createContext(true);
