import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordEntity } from '@bobina/contract/system/records.ts';
import { AttachmentsButton } from '../attachments/AttachmentsButton.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { prepared } from '../prepared.tsx';

const Notes = prepared(() => import('./Notes.tsx').then(({ Notes: component }) => ({ default: component })));

/** Opens the comments at a record whose screen has no tab for them, and its files. @param name the record, for the title */
export function NotesButton({ entity, id, name }: { entity: RecordEntity; id: number; name: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconMessage size={17} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('notes.title')}
      </Button>
      <AttachmentsButton entity={entity} id={id} name={name} />
      {isOpen && (
        <Dialog onClose={() => setOpen(false)} title={`${t('notes.title')} · ${name}`} size="lg">
          <Suspense fallback={<span aria-busy />}>
            <Notes entity={entity} id={id} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}
