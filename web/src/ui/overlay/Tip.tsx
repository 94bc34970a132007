import { Tooltip } from '@mantine/core';

/** The open tooltip of an element. */
export function Tip({ id, target, label }: { id?: string; target: HTMLElement; label: string }) {
  return <Tooltip opened target={target} label={label} {...(id && { id })} />;
}
