import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import type { firstAmbiguous, Reading } from './paste-lines.ts';
import { Dialog } from '../overlay/Dialog.tsx';

/** Asks once, for all pasted rows, whether `8.767` has a thousands separator or decimals. */
function PasteQuestion({
  number,
  onAnswer,
}: {
  number: NonNullable<ReturnType<typeof firstAmbiguous>>;
  onAnswer: (reading: Reading | null) => void;
}) {
  const { t } = useTranslation('numbers');
  const { t: common } = useTranslation();
  const formats = useFormats();
  return (
    <Dialog onClose={() => onAnswer(null)} title={t('paste.question')}>
      <Text>{t('paste.questionText', { typed: number.typed })}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => onAnswer(null)}>
          {common('action.cancel')}
        </Button>
        <Button variant="light" data-autofocus onClick={() => onAnswer('grouped')}>
          {formats.number(number.grouped)}
        </Button>
        <Button variant="light" onClick={() => onAnswer('decimal')}>
          {formats.number(number.decimal, 5, 3)}
        </Button>
      </Group>
    </Dialog>
  );
}
export default PasteQuestion;
