import { Select, type SelectProps } from '@mantine/core';
import type { Ref } from 'react';
import { typeToSelect } from './type-to-select.ts';

/** Mantine's Select, whose options are also chosen by typing. All selects use it, those of the first paint by `Select.tsx`. */
function FullSelect(props: SelectProps & { ref?: Ref<HTMLInputElement> }) {
  return <Select<string> onKeyDownCapture={typeToSelect} {...props} />;
}
export default FullSelect;
