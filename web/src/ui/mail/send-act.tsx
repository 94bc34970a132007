import { IconMail } from '@tabler/icons-react';
import { commonText } from '../../lib/i18n/i18n.ts';
import type { MailedKind } from '@bobina/contract/system/outbox.ts';
import { api } from '../../lib/api/api.ts';
import { reasonOf, type BulkAct } from '../bulk/bulk-act.tsx';

/** The act on selected rows that sends each to the contacts of its customer or supplier, by the template of its kind. */
export function sendByMail<Row extends { id: number }>(
  kind: MailedKind,
  question: (count: string) => string,
): BulkAct<Row> {
  return {
    key: 'mail',
    label: commonText('mail.send'),
    icon: <IconMail size={17} />,
    question,
    most: 1,
    run: async (rows) => {
      const results = [];
      for (const { id } of rows)
        results.push(
          await api.mails.create({ body: { document: { kind, id } } }, { timeout: 60_000 }).then(
            () => ({ message: null }),
            (error: unknown) => ({ message: reasonOf(error) }),
          ),
        );
      return results;
    },
    refresh: ['outbox'],
  };
}
