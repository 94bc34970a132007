import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordEntity } from '@bobina/contract/system/records.ts';
import { Dialog } from '../overlay/Dialog.tsx';
import { prepared } from '../prepared.tsx';

const Attachments = prepared(() =>
  import('./Attachments.tsx').then(({ Attachments: component }) => ({ default: component })),
);

/** Opens the files at a record whose screen has no tab for them. @param name the record, for the title */
export function AttachmentsButton({ entity, id, name }: { entity: RecordEntity; id: number; name: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconPaperclip size={17} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('notes.files')}
      </Button>
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} title={`${t('notes.files')} · ${name}`} size="xl">
          <Suspense fallback={<span aria-busy />}>
            <Attachments entity={entity} id={id} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
