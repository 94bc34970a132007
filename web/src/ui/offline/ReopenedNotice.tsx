import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { useActs, type Act } from '../../lib/offline/acts.ts';
import { ActRows } from './ActRows.tsx';

interface Props {
  act: Act;
  /** Whether the document takes no correction any more: the notice then says what was typed. */
  isFinal?: boolean;
}

/** Shows above a form why the server refused the act whose values it holds. */
export function ReopenedNotice({ act, isFinal = false }: Props) {
  const { t } = useTranslation('offline');
  const formats = useFormats();
  // A correction that is refused too has another reason.
  const { refusal, created_at } = useActs().own.find(({ seq }) => seq === act.seq) ?? act;
  return (
    <Alert
      color={refusal ? 'red' : 'yellow'}
      variant="light"
      mb="md"
      title={t(refusal ? 'reopened.refused' : 'reopened.old')}
    >
      {refusal && <Text size="sm">{refusal.message}</Text>}
      {isFinal && <ActRows rows={act.rows ?? []} />}
      <Text size="sm">{t(isFinal ? 'reopened.final' : 'reopened.hint', { when: formats.instant(created_at) })}</Text>
    </Alert>
  );
}
