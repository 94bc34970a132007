import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { asked } from './confirm.ts';
import { Dialog } from './Dialog.tsx';
import { FinalNote } from './FinalNote.tsx';

/** For how long a question takes no key, in ms: one about a dangerous act, and one about an act that cannot be undone. */
const READING_TIME = 400;
const FINAL_READING_TIME = 1000;

/** Shows the confirmation dialog. The shell renders it once. */
export function ConfirmHost() {
  const { t } = useTranslation();
  const question = asked.use();
  const answer = (yes: boolean) => {
    asked.set(null);
    question?.answer(yes);
  };
  return (
    <Dialog opened={question !== null} onClose={() => answer(false)} title={question?.title} zIndex={400}>
      <Text component="div">{question?.message}</Text>
      {question?.isFinal && <FinalNote />}
      <Group justify="flex-end" mt="lg">
        <Button
          variant="default"
          onClick={() => answer(false)}
          data-autofocus={question?.cancelsByDefault === true || undefined}
        >
          {question?.cancelLabel ?? t('action.cancel')}
        </Button>
        {question?.other && (
          <Button
            variant="light"
            onClick={() => {
              question.other?.run();
              answer(false);
            }}
          >
            {question.other.label}
          </Button>
        )}
        <Button
          color={question?.danger ? 'red.8' : 'petrol'}
          onClick={() => answer(true)}
          onKeyDown={(event) => {
            // The second Enter of a hurried user, or a held key, does not answer a question that nobody has read.
            const time = question?.isFinal ? FINAL_READING_TIME : question?.danger ? READING_TIME : 0;
            if (event.repeat || event.timeStamp - (question?.at ?? 0) < time) event.preventDefault();
          }}
          data-autofocus={question?.cancelsByDefault !== true || undefined}
        >
          {question?.confirmLabel ?? t('action.confirm')}
        </Button>
      </Group>
    </Dialog>
  );
}
