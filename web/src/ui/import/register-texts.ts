import type { ImportRegister } from '@bobina/contract/system/imports.ts';

/** A register and how its area names it. */
export interface RegisterTexts {
  register: ImportRegister;
  /** The title of its list. */
  title: string;
  /** The label of a column of the import. */
  labelOf: (column: string) => string;
  /** The label of a value of a closed set. */
  optionOf: (column: string, option: string) => string;
}
