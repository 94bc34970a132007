import { ActionIcon, Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../overlay/Hint.tsx';
import { useNarrow } from '../use-narrow.ts';

/** Shows a button that restores the list's default sort order. */
export function ResetOrder({ isUsual, onReset }: { isUsual: boolean; onReset: () => void }) {
  const { t } = useTranslation();
  const isNarrow = useNarrow('48em');
  const label = t('prices.resetOrder');
  const icon = <IconArrowBackUp size={18} aria-hidden />;
  return isNarrow ? (
    <Hint label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} disabled={isUsual} onClick={onReset}>
        {icon}
      </ActionIcon>
    </Hint>
  ) : (
    <Button variant="default" leftSection={icon} disabled={isUsual} onClick={onReset}>
      {label}
    </Button>
  );
}
