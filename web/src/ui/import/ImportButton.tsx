import { ActionIcon, Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrow } from '../use-narrow.ts';
import { Hint } from '../overlay/Hint.tsx';
import { prepared } from '../prepared.tsx';
import type { RegisterTexts } from './register-texts.ts';

const ImportDialog = prepared(() => import('./ImportDialog.tsx'));

/** The button of a list that opens the import of its register. Loads the dialog when it opens. */
export function ImportButton(props: RegisterTexts) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useNarrow('48em');
  const label = t('action.import');
  const open = () => setOpen(true);
  return (
    <>
      {isNarrow ? (
        <Hint label={label}>
          <ActionIcon variant="default" size="lg" aria-label={label} onClick={open}>
            <IconFileImport size={18} />
          </ActionIcon>
        </Hint>
      ) : (
        <Button variant="default" leftSection={<IconFileImport size={18} />} onClick={open}>
          {label}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <ImportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
