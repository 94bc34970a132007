import { Button } from '@mantine/core';
import { IconChevronDown, IconPrinter } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deferred } from '../../../ui/deferred.tsx';

const PrintChoices = deferred(async () => (await import('./PrintChoices.tsx')).PrintChoices);

/** Shows the menu that prints the levels with or without batches. */
export function PrintMenu({ disabled, onPrint }: { disabled: boolean; onPrint: (withBatches: boolean) => void }) {
  const { t } = useTranslation('stock');
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [hasOpened, setHasOpened] = useState(false);
  return (
    <>
      <Button
        ref={button}
        id={id}
        variant="default"
        leftSection={<IconPrinter size={18} />}
        rightSection={<IconChevronDown size={16} />}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (setHasOpened(true), setOpen(!isOpen))}
      >
        {t('levels.print')}
      </Button>
      {hasOpened && <PrintChoices id={id} button={button} isOpen={isOpen} onOpen={setOpen} onPrint={onPrint} />}
    </>
  );
}
