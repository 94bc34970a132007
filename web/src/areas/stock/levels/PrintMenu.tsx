import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconChevronDown, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Prints the levels, with their batches or without. */
export function PrintMenu({ disabled, onPrint }: { disabled: boolean; onPrint: (withBatches: boolean) => void }) {
  const { t } = useTranslation('stock');
  const [withBatches, setWithBatches] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} />}
          rightSection={<IconChevronDown size={16} />}
          disabled={disabled}
          onClick={() => setOpen(!isOpen)}
        >
          {t('levels.print')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Checkbox
            label={t('levels.withBatches')}
            checked={withBatches}
            onChange={(event) => setWithBatches(event.currentTarget.checked)}
          />
          <Button
            size="sm"
            leftSection={<IconPrinter size={17} />}
            onClick={() => (setOpen(false), onPrint(withBatches))}
          >
            {t('levels.print')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
