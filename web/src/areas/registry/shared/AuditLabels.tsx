import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';

interface Audited {
  created_at: string;
  created_by_name: string | null;
  modified_at: string | null;
  modified_by_name: string | null;
}

/** When a row was made and last changed, and by whom. */
export function AuditLabels({ row }: { row: Audited }) {
  const { t } = useTranslation('registry');
  const formats = useFormats();
  return (
    <Group gap="4px 24px" style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" c="dimmed">
        {t('audit.created', { when: formats.instant(row.created_at), name: row.created_by_name ?? t('audit.system') })}
      </Text>
      {row.modified_at && (
        <Text size="sm" c="dimmed">
          {t('audit.modified', {
            when: formats.instant(row.modified_at),
            name: row.modified_by_name ?? t('audit.system'),
          })}
        </Text>
      )}
    </Group>
  );
}
