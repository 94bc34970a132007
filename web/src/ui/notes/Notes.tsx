import { Button, Center, Group, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NoteInput, type Note } from '@bobina/contract/system/notes.ts';
import type { RecordEntity } from '@bobina/contract/system/records.ts';
import { api } from '../../lib/api/api.ts';
import { useFormats } from '../../lib/formats.ts';
import { useUser } from '../../lib/session.ts';
import { EntityForm } from '../form/EntityForm.tsx';
import { useEntityForm } from '../form/use-entity-form.ts';
import { LoadFailed } from '../table/TableStates.tsx';
import { toast } from '../toasts.ts';
import { MentionField } from './MentionField.tsx';
import classes from './notes.module.css';

const STEP = 50;

/** The comments at a record, newest first, and a form for a new one. `@username` mentions a colleague. */
export function Notes({ entity, id }: { entity: RecordEntity; id: number }) {
  const { t } = useTranslation('notes');
  const { t: common } = useTranslation();
  const cache = useQueryClient();
  const [limit, setLimit] = useState(STEP);
  const [written, setWritten] = useState(0);
  const notes = useQuery({
    ...api.notes.list.query({ entity, id, query: { limit } }),
    placeholderData: keepPreviousData,
  });
  const refresh = () => void cache.invalidateQueries({ queryKey: ['notes'] });
  const onAdded = () => {
    toast.success(t('added'));
    setWritten(written + 1);
    refresh();
  };
  return (
    <div className={classes.notes}>
      <NoteForm
        // An empty form after each comment.
        key={written}
        entity={entity}
        record={id}
        label={t('new')}
        action={t('add')}
        save={(input, options) => api.notes.create({ entity, id, ...input }, options)}
        onSaved={onAdded}
      />
      {notes.error && !notes.data && (
        <LoadFailed error={notes.error} onRetry={() => void notes.refetch()} title={t('failed')} />
      )}
      {notes.data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('empty')}
        </Text>
      )}
      <ol className={classes.list} aria-label={common('notes.title')} aria-busy={notes.isPending}>
        {notes.data?.rows.map((note) => (
          <Entry key={note.id} entity={entity} record={id} note={note} onChanged={refresh} />
        ))}
      </ol>
      {notes.data && notes.data.total > notes.data.rows.length && (
        <Center>
          <Button variant="default" loading={notes.isFetching} onClick={() => setLimit(limit + STEP)}>
            {t('more')}
          </Button>
        </Center>
      )}
    </div>
  );
}

interface OfRecord {
  entity: RecordEntity;
  record: number;
}

function Entry({ entity, record, note, onChanged }: OfRecord & { note: Note; onChanged: () => void }) {
  const { t } = useTranslation('notes');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const isOwn = useUser()?.id === note.created_by;
  const isEditable = useIsBefore(note.editable_until);
  const [isEdited, setEdited] = useState(false);
  return (
    <li className={classes.note}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          <strong>{note.created_by_name}</strong> · {formats.instant(note.created_at)}
          {note.edited_at && ` · ${t('edited')}`}
        </Text>
        {isOwn && isEditable && !isEdited && (
          <Button variant="subtle" size="compact-sm" onClick={() => setEdited(true)}>
            {t('edit')}
          </Button>
        )}
      </Group>
      {isEdited ? (
        <NoteForm
          entity={entity}
          record={record}
          label={t('edit')}
          action={common('action.save')}
          text={note.text}
          save={(input, options) => api.notes.update({ id: note.id, ...input }, options)}
          onSaved={() => {
            setEdited(false);
            onChanged();
          }}
          onCancel={() => setEdited(false)}
        />
      ) : (
        <p className={classes.text}>{note.text}</p>
      )}
    </li>
  );
}

/** Whether an instant is in the future; becomes false when it passes. */
function useIsBefore(instant: string): boolean {
  const [isOver, setOver] = useState(() => Date.parse(instant) <= Date.now());
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), Math.max(0, Date.parse(instant) - Date.now()));
    return () => clearTimeout(timer);
  }, [instant]);
  return !isOver;
}

function NoteForm({
  entity,
  record,
  label,
  action,
  text = '',
  save,
  onSaved,
  onCancel,
}: OfRecord & {
  label: string;
  action: string;
  text?: string;
  save: Parameters<typeof useEntityForm<typeof NoteInput, Note>>[0]['save'];
  onSaved: () => void;
  onCancel?: () => void;
}) {
  const { t } = useTranslation('notes');
  const { t: common } = useTranslation();
  const handle = useEntityForm({ schema: NoteInput, initial: { text }, save, onSaved });
  return (
    <EntityForm handle={handle} label={label}>
      <MentionField entity={entity} record={record} label={label} hint={t('hint')} />
      <Group gap="sm">
        <Button type="submit" leftSection={<IconSend size={17} aria-hidden />} loading={handle.isSaving}>
          {action}
        </Button>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {common('action.cancel')}
          </Button>
        )}
      </Group>
    </EntityForm>
  );
}
