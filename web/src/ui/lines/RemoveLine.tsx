import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

/** Takes a line out of the grid. */
export function RemoveLine(props: { 'aria-label': string; disabled: boolean; onClick: () => void }) {
  return (
    <ActionIcon color="red" {...props}>
      <IconTrash size={18} />
    </ActionIcon>
  );
}
