import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

/** The button that removes a line from the grid. */
export function RemoveLine(props: { 'aria-label': string; disabled: boolean; onClick: () => void }) {
  return (
    <ActionIcon color="red" {...props}>
      <IconTrash size={18} />
    </ActionIcon>
  );
}
