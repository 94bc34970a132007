import { Text } from '@mantine/core';
import { useState, type DragEvent, type ReactNode } from 'react';
import classes from './spreadsheet.module.css';

interface Props {
  hint: string;
  onFile: (file: File) => void;
  /** The button that opens the file dialog. */
  children: ReactNode;
}

/** An area that takes a dropped file, around the button that picks one. */
export function DropArea({ hint, onFile, children }: Props) {
  const [isOver, setOver] = useState(false);
  const onDrag = (event: DragEvent) => (event.preventDefault(), setOver(event.type === 'dragover'));
  const onDrop = (event: DragEvent) => {
    onDrag(event);
    const [dropped] = event.dataTransfer.files;
    if (dropped) onFile(dropped);
  };
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={onDrop}
    >
      {children}
      <Text size="sm" c="dimmed">
        {hint}
      </Text>
    </div>
  );
}
