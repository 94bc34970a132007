import { Button, Center, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryEntry } from '@bobina/contract/system/history.ts';
import { api } from '../../lib/api/api.ts';
import { useFormats } from '../../lib/formats.ts';
import { EntityLink } from '../../ui/entity-link.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { EmptyState, LoadFailed } from '../../ui/table/TableStates.tsx';
import { useActivityWords } from '../identity/index.ts';
import { fieldLabel, fieldValue, recordOfField, type RecordEntity } from '../../lib/field-labels.ts';
import classes from './records.module.css';

const STEP = 50;

/** Shows every change of a record, newest first: who, when, and the old and new value of each field. */
export function History({ entity, id }: { entity: RecordEntity; id: number }) {
  const { t } = useTranslation('records');
  const [limit, setLimit] = useState(STEP);
  const { data, error, refetch, isFetching } = useQuery({
    ...api.history.list.query({ entity, id, query: { limit } }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} title={t('history.failed')} />;
  if (data?.rows.length === 0) return <EmptyState title={t('history.empty')} hint={t('history.emptyHint')} />;
  return (
    <Panel>
      <ol className={classes.entries} aria-label={t('tabs.history')} aria-busy={!data}>
        {data?.rows.map((entry) => (
          <Entry key={entry.id} entity={entity} entry={entry} />
        ))}
      </ol>
      {data && data.total > data.rows.length && (
        <Center p="md">
          <Button variant="default" loading={isFetching} onClick={() => setLimit(limit + STEP)}>
            {t('history.more')}
          </Button>
        </Center>
      )}
    </Panel>
  );
}

function Entry({ entity, entry }: { entity: RecordEntity; entry: HistoryEntry }) {
  const { t } = useTranslation('records');
  const formats = useFormats();
  const { actionOf } = useActivityWords();
  const changes = entry.changes.flatMap((change) => {
    const label = fieldLabel(entity, change.field);
    return label === undefined ? [] : [{ ...change, label }];
  });
  const shown = (field: string, value: unknown, at: 'before' | 'after') => {
    const text = fieldValue(entity, field, value, formats.language);
    const named = recordOfField(field, entry.changes);
    return named && typeof named[at] === 'number' ? <EntityLink kind={named.kind} id={named[at]} text={text} /> : text;
  };
  return (
    <li className={classes.entry}>
      <Text fw={600}>{actionOf(entry)}</Text>
      <Text size="sm" c="dimmed">
        {formats.instant(entry.at)} · {entry.user_name}
        {entry.token_name !== null && ` · ${t('history.token', { name: entry.token_name })}`}
      </Text>
      {changes.length === 0 ? (
        <Text size="sm">{t('history.noDetails')}</Text>
      ) : (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">{t('history.field')}</th>
              <th scope="col">{t('history.before')}</th>
              <th scope="col">{t('history.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, label, before, after }) => (
              <tr key={field}>
                <th scope="row">{label}</th>
                <td>{shown(field, before, 'before')}</td>
                <td>{shown(field, after, 'after')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  );
}
