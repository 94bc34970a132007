import type { ImportRegister } from '@bobina/contract/system/imports.ts';

/** A register, how its area names it and which of its columns are switched off. */
export interface RegisterTexts {
  register: ImportRegister;
  /** The title of its list. */
  title: string;
  /** The label of a column of the import. */
  labelOf: (column: string) => string;
  /** The label of a value of a closed set. */
  optionOf: (column: string, option: string) => string;
  /** The values that the form of a new row starts with. */
  usual?: Readonly<Record<string, unknown>>;
  /** The columns that the settings switch off: a file cannot fill them in, and the user is not asked for them. */
  hidden?: ReadonlySet<string>;
}
