import { Button, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { firstField } from '../../focus/focus-first.ts';
import type { EntityForm as Handle } from '../use-entity-form.ts';

/** Offers what was typed in a form before and not saved. */
export default function DraftNotice({ handle }: { handle: Handle }) {
  const { t } = useTranslation('unsaved');
  const formats = useFormats();
  const { draft, element } = handle;
  if (!draft) return null;
  const answer = (act: () => void) => {
    act();
    if (element.current) firstField(element.current)?.focus();
  };
  return (
    <Paper withBorder p="sm" component="section" aria-label={t('draft.title')}>
      <Group justify="space-between">
        <Text size="sm">{t('draft.text', { when: formats.instant(draft.at) })}</Text>
        <Group gap="xs">
          <Button size="sm" variant="default" onClick={() => answer(handle.dropDraft)}>
            {t('draft.drop')}
          </Button>
          <Button size="sm" onClick={() => answer(handle.takeDraft)}>
            {t('draft.take')}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
