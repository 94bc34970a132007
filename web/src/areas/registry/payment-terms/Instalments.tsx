import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MOST_INSTALMENTS } from '@bobina/contract/registry/terms.ts';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';

interface Row {
  days: Entered;
  percent: Entered;
}

/** Shows the instalments of a payment term: days and percent of each. */
export function Instalments() {
  const { t } = useTranslation('registry');
  const form = useFormHere();
  const rows = useFieldValue<Row[] | undefined>('instalments') ?? [];
  const set = (next: Row[]) => form.setFieldValue('instalments', next as never);
  const add = () => {
    const last = rows.at(-1)?.days;
    set([...rows, { days: typeof last === 'number' ? last + 30 : 30, percent: null }]);
  };
  const box = (index: number, field: keyof Row, label: string, unit: string | undefined) => (
    <NumberBox
      aria-label={`${label} ${index + 1}`}
      w={130}
      unit={unit}
      decimals={field === 'days' ? 0 : 5}
      value={rows[index]![field]}
      onChange={(value) => set(rows.with(index, { ...rows[index]!, [field]: value }))}
      error={form.errors[`instalments.${index}.${field}`]}
    />
  );
  const problem = form.errors['instalments'];
  return (
    <Stack gap="xs" data-path="instalments" tabIndex={-1}>
      <Text size="sm" fw={500}>
        {t('term.instalments')}
      </Text>
      <Text size="xs" c="dimmed">
        {t('terms.instalmentsHint')}
      </Text>
      {rows.map((_row, index) => (
        <Group key={index} gap="xs">
          {box(index, 'days', t('terms.instalmentDays'), t('terms.days'))}
          {box(index, 'percent', t('terms.instalmentPercent'), '%')}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`${t('terms.removeInstalment')} ${index + 1}`}
            onClick={() => set(rows.filter((_other, at) => at !== index))}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {problem && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          disabled={rows.length >= MOST_INSTALMENTS}
          onClick={add}
        >
          {t('terms.addInstalment')}
        </Button>
      </Group>
    </Stack>
  );
}
