import { createContext } from 'react';

/** Whether the controls inside are Tab stops: true outside tables, and inside a table only in the active row. */
export const RowActive = createContext(true);
