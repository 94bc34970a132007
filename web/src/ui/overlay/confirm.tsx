import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createStore } from '../../lib/store.ts';

export interface Question {
  title: string;
  /** Names what will happen: quantity, batch, warehouse. */
  message: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
}
type Asked = Question & { answer: (yes: boolean) => void };

const asked = createStore<Asked | null>(null);

/** Asks, and resolves to whether the person confirmed. A second question waits for no first: the first is a no. */
export const confirm = (question: Question): Promise<boolean> => {
  asked.get()?.answer(false);
  return new Promise((resolve) => asked.set({ ...question, answer: resolve }));
};

/** Rendered once, by the shell. */
export const ConfirmHost = () => {
  const { t } = useTranslation();
  const question = asked.use();
  const answer = (yes: boolean) => {
    asked.set(null);
    question?.answer(yes);
  };
  return (
    <Modal
      opened={question !== null}
      onClose={() => answer(false)}
      title={question?.title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      zIndex={400}
    >
      <Text component="div">{question?.message}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => answer(false)}>
          {question?.cancelLabel ?? t('action.cancel')}
        </Button>
        <Button color={question?.danger ? 'red.8' : 'petrol'} onClick={() => answer(true)} data-autofocus>
          {question?.confirmLabel ?? t('action.confirm')}
        </Button>
      </Group>
    </Modal>
  );
};
