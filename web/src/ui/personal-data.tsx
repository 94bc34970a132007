import { Button, Group } from '@mantine/core';
import { IconDownload, IconUserX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Erasure, PersonalData } from '@bobina/contract/system/personal-data.ts';
import { commonText } from '../lib/i18n/i18n.ts';
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
    toast.problem(error, commonText('personalData.failed'));
  }
}

/** Asks for confirmation, replaces a person by a pseudonym, and lists the documents that still contain the name. */
export async function confirmErasure(erase: () => Promise<Erasure>, name: string): Promise<void> {
  const title = commonText('personalData.erase');
  const message = commonText('personalData.eraseText').replace('{{name}}', name);
  if (!(await confirm({ title, message, confirmLabel: title, danger: true, isFinal: true }))) return;
  try {
    const { pseudonym, kept } = await erase();
    toast.success(
      commonText('personalData.erased').replace('{{pseudonym}}', pseudonym),
      undefined,
      kept.map(({ entity, count, reason }) => `${commonText(`personalData.kept.${reason}`)}: ${entity} (${count})`),
    );
  } catch (error) {
    toast.problem(error, commonText('personalData.failed'));
  } finally {
    await queryClient.invalidateQueries();
  }
}

/** The buttons that export and erase the personal data of a person. */
export function PersonalDataButtons({ name, read, erase }: Calls & { name: string }) {
  const { t } = useTranslation();
  return (
    <Group gap="sm">
      <Button variant="default" leftSection={<IconDownload size={ICON} />} onClick={() => void exportPerson(read)}>
        {t('personalData.export')}
      </Button>
      {erase && (
        <Button
          variant="default"
          leftSection={<IconUserX size={ICON} />}
          onClick={() => void confirmErasure(erase, name)}
        >
          {t('personalData.erase')}
        </Button>
      )}
    </Group>
  );
}
