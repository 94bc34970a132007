import { Button, Group } from '@mantine/core';
import { IconDownload, IconUserX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Erasure, PersonalData } from '@bobina/contract/system/personal-data.ts';
import i18next from 'i18next';
import { loadTexts } from '../lib/i18n/i18n.ts';
import { queryClient } from '../lib/query-client.ts';
import { download } from './export/export-rows.ts';
import { confirm } from './overlay/confirm.ts';
import { toast } from './toasts.ts';

const ICON = 17;
interface Calls {
  read: () => Promise<PersonalData>;
  /** Absent when this person cannot be erased. */
  erase?: (() => Promise<Erasure>) | undefined;
}

/** Downloads all that is held of a person as JSON. */
export async function exportPerson(read: Calls['read']): Promise<void> {
  try {
    const data = await read();
    download(JSON.stringify(data, null, 2), `${data.entity}-${data.id}.json`, 'application/json');
  } catch (error) {
    toast.problem(error, (await personTexts())('failed'));
  }
}

/** Asks for confirmation, replaces a person by a pseudonym, and lists the documents that still contain the name. */
export async function confirmErasure(erase: () => Promise<Erasure>, name: string): Promise<void> {
  const t = await personTexts();
  const title = t('erase');
  const message = t('eraseText', { name });
  if (!(await confirm({ title, message, confirmLabel: title, danger: true, isFinal: true }))) return;
  try {
    const { pseudonym, kept } = await erase();
    toast.success(
      t('erased', { pseudonym }),
      undefined,
      kept.map(({ entity, count, reason }) => `${t(`kept.${reason}`)}: ${entity} (${count})`),
    );
  } catch (error) {
    toast.problem(error, (await personTexts())('failed'));
  } finally {
    await queryClient.invalidateQueries();
  }
}

/** The buttons that export and erase the personal data of a person. */
export function PersonalDataButtons({ name, read, erase }: Calls & { name: string }) {
  const { t } = useTranslation('persons');
  return (
    <Group gap="sm">
      <Button variant="default" leftSection={<IconDownload size={ICON} />} onClick={() => void exportPerson(read)}>
        {t('export')}
      </Button>
      {erase && (
        <Button
          variant="default"
          leftSection={<IconUserX size={ICON} />}
          onClick={() => void confirmErasure(erase, name)}
        >
          {t('erase')}
        </Button>
      )}
    </Group>
  );
}

async function personTexts() {
  await loadTexts(['persons']);
  return i18next.getFixedT(null, 'persons');
}
