import { Button, Group, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { Dialog } from '../../overlay/Dialog.tsx';
import type { EntityForm as Handle } from '../use-entity-form.ts';
import { compareLines, type Difference } from './compare-versions.ts';

/** Shown after a version conflict: merge both versions, take over the stored one, or overwrite it. */
export default function StaleDialog({ handle }: { handle: Handle }) {
  const { t } = useTranslation();
  const { t: unsaved } = useTranslation('unsaved');
  const formats = useFormats();
  const { current, differences } = handle.stale!;
  const name = (current as { modified_by_name?: string | null }).modified_by_name ?? t('form.someone');
  const show = (value: unknown, field: string): string => {
    if (value === null || value === undefined || value === '') return formats.text(null);
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    if (typeof value === 'number' && !field.endsWith('_id')) return formats.number(value);
    if (typeof value === 'string') return isDay(value) ? formats.day(value) : value;
    return unsaved('conflict.changed');
  };
  const labelled = (of: readonly Difference[]) =>
    of.flatMap((difference) => {
      const label = labelOf(handle.element.current, difference.field);
      return label ? [{ label, ...difference }] : [];
    });
  const rows = differences.flatMap((difference) => {
    const cells = labelled(compareLines(difference));
    return cells.length > 0 ? cells : labelled([difference]);
  });
  const canMerge = differences.some(({ byThem, byMe }) => byThem && !byMe);
  return (
    <Dialog onClose={handle.dismissStale} title={unsaved('conflict.title')} size="lg" zIndex={300}>
      <Text>{unsaved('conflict.text', { name })}</Text>
      {rows.length > 0 && (
        <Table mt="md" withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{unsaved('conflict.field')}</Table.Th>
              <Table.Th>{unsaved('conflict.theirs')}</Table.Th>
              <Table.Th>{unsaved('conflict.mine')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ field, label, theirs, mine, byThem, byMe }) => (
              <Table.Tr key={field}>
                <Table.Th scope="row">{label}</Table.Th>
                <Table.Td>{byThem ? show(theirs, field) : unsaved('conflict.unchanged')}</Table.Td>
                <Table.Td>{byMe ? show(mine, field) : unsaved('conflict.unchanged')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {canMerge && <Text mt="md">{unsaved('conflict.mergeHint')}</Text>}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={handle.dismissStale}>
          {t('action.cancel')}
        </Button>
        <Button variant="default" onClick={handle.takeCurrent}>
          {unsaved('conflict.reload')}
        </Button>
        <Button color="red.8" variant={canMerge ? 'light' : 'filled'} onClick={handle.overwrite}>
          {unsaved('conflict.overwrite')}
        </Button>
        {canMerge && <Button onClick={handle.merge}>{unsaved('conflict.merge')}</Button>}
      </Group>
    </Dialog>
  );
}

/** The label of a field as its form shows it; undefined for a field that the form does not show. */
function labelOf(form: HTMLElement | null, field: string): string | undefined {
  const shown = form?.querySelector<HTMLElement>(`[data-path="${CSS.escape(field)}"]`);
  const label = (shown as HTMLInputElement | null | undefined)?.labels?.[0]?.textContent ?? shown?.ariaLabel;
  return label?.replace(/\s*\*$/, '');
}
