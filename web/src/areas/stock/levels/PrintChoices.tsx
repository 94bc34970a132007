import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconPrinter } from '@tabler/icons-react';
import { useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuAnchor } from '../../../ui/overlay/MenuAnchor.tsx';

interface Props {
  /** The id of the button, which names the popover. */
  id: string;
  button: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onPrint: (withBatches: boolean) => void;
}

/** The choices of the print menu, at its button. */
export function PrintChoices({ id, button, isOpen, onOpen, onPrint }: Props) {
  const { t } = useTranslation('stock');
  const isMounted = useMounted();
  const [withBatches, setWithBatches] = useState(false);
  return (
    <Popover id={id} opened={isMounted && isOpen} onChange={onOpen} position="bottom-end" trapFocus>
      <Popover.Target>
        <MenuAnchor button={button} />
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
            onClick={() => (onOpen(false), onPrint(withBatches))}
          >
            {t('levels.print')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
