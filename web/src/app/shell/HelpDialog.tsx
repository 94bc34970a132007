import { Kbd, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

const KEYS = [
  ['palette', 'Ctrl', 'K'],
  ['search', '/'],
  ['rows', '↑', '↓'],
  ['inRow', '→', '←'],
  ['openRow', 'Enter'],
  ['save', 'Ctrl', 'S'],
  ['undo', 'Ctrl', 'Z'],
  ['close', 'Esc'],
  ['help', '?'],
] as const;

/** The list of keyboard shortcuts. */
function HelpDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog onClose={onClose} title={t('keys.title')}>
      <Table verticalSpacing="xs">
        <Table.Tbody>
          {KEYS.map(([name, ...keys]) => (
            <Table.Tr key={name}>
              <Table.Td>{t(`keys.${name}`)}</Table.Td>
              <Table.Td ta="end">
                {keys.map((key) => (
                  <Kbd key={key} ms={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
export default HelpDialog;
