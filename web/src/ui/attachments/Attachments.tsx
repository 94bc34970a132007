import { ActionIcon, Button, FileButton, Group, Progress, Text } from '@mantine/core';
import { IconCamera, IconDownload, IconFile, IconPaperclip, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isShownInline } from '@bobina/contract/core/media-types.ts';
import type { Attachment } from '@bobina/contract/system/attachments.ts';
import { RECORDS, type RecordEntity } from '@bobina/contract/system/records.ts';
import { api } from '../../lib/api/api.ts';
import { fetchFile } from '../../lib/api/file.ts';
import { useFormats } from '../../lib/formats.ts';
import { useCan } from '../../lib/session.ts';
import { removeRow } from '../overlay/remove-row.tsx';
import { LoadFailed } from '../table/TableStates.tsx';
import classes from './attachments.module.css';
import { openAttachment } from './open-attachment.ts';
import { useUploads, type PendingUpload } from './use-uploads.ts';

const STEP = 50;
const KB = 1_000;

/** The files at a record, newest first, with thumbnails. Users who may write the record add files by drag and drop, paste, file dialog or camera. */
export function Attachments({ entity, id }: { entity: RecordEntity; id: number }) {
  const { t } = useTranslation('files');
  const mayWrite = useCan()(RECORDS[entity].write);
  const [limit, setLimit] = useState(STEP);
  const files = useQuery({
    ...api.attachments.list.query({ entity, id, query: { limit } }),
    placeholderData: keepPreviousData,
  });
  const { pending, add, retry, discard } = useUploads(`/${entity}/${id}/attachments`);
  return (
    <div className={classes.attachments}>
      {mayWrite && <AddFiles onFiles={add} />}
      {pending.map((upload) => (
        <Pending key={upload.key} upload={upload} onRetry={() => retry(upload)} onDiscard={() => discard(upload.key)} />
      ))}
      {files.error && !files.data && (
        <LoadFailed error={files.error} onRetry={() => void files.refetch()} title={t('failed')} />
      )}
      {files.data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('empty')}
        </Text>
      )}
      <ul className={classes.grid} aria-label={t('title')} aria-busy={files.isPending}>
        {files.data?.rows.map((file) => (
          <Entry key={file.id} file={file} mayDelete={mayWrite} />
        ))}
      </ul>
      {files.data && files.data.total > files.data.rows.length && (
        <Button variant="default" loading={files.isFetching} onClick={() => setLimit(limit + STEP)}>
          {t('more')}
        </Button>
      )}
    </div>
  );
}

/** Takes files that are dropped on it, and files that are pasted anywhere while it is on the screen. */
function AddFiles({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const { t } = useTranslation('files');
  const [isOver, setOver] = useState(false);
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const { files } = event.clipboardData ?? {};
    if (!files?.length) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
  const onDrag = (event: DragEvent) => (event.preventDefault(), setOver(event.type === 'dragover'));
  return (
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={(event) => {
        onDrag(event);
        onFiles(event.dataTransfer.files);
      }}
    >
      <Group justify="center" gap="sm">
        <FileButton multiple onChange={onFiles}>
          {(props) => (
            <Button {...props} leftSection={<IconPaperclip size={17} aria-hidden />}>
              {t('choose')}
            </Button>
          )}
        </FileButton>
        <FileButton accept="image/*" capture="environment" onChange={(file) => file && onFiles([file])}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconCamera size={17} aria-hidden />}>
              {t('photo')}
            </Button>
          )}
        </FileButton>
      </Group>
      <Text size="sm" c="dimmed">
        {t('hint')}
      </Text>
    </div>
  );
}

interface PendingProps {
  upload: PendingUpload;
  onRetry: () => void;
  onDiscard: () => void;
}

function Pending({ upload: { file, progress, problem }, onRetry, onDiscard }: PendingProps) {
  const { t } = useTranslation(['files', 'common']);
  if (problem === undefined)
    return (
      <div>
        <Text size="sm" className={classes.name}>
          {file.name}
        </Text>
        <Progress value={progress * 100} aria-label={t('uploading', { name: file.name })} />
      </div>
    );
  return (
    <Group role="alert" gap="sm">
      <Text size="sm" c="red">
        {file.name}: {problem}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onRetry}>
        {t('common:action.retry')}
      </Button>
      <Button size="compact-sm" variant="subtle" onClick={onDiscard}>
        {t('discard')}
      </Button>
    </Group>
  );
}

function Entry({ file, mayDelete }: { file: Attachment; mayDelete: boolean }) {
  const { t } = useTranslation('files');
  const formats = useFormats();
  const { id, name } = file;
  const isInline = isShownInline(file.media_type);
  const remove = () =>
    void removeRow({
      refresh: 'attachments',
      question: t('removeQuestion'),
      name,
      remove: (options) => api.attachments.remove({ id }, options),
      done: t('removed'),
      failed: t('removeFailed'),
    });
  return (
    <li className={classes.file}>
      <button
        type="button"
        className={classes.open}
        onClick={() => void openAttachment(file, t('openFailed'))}
        aria-label={t(isInline ? 'open' : 'save', { name })}
      >
        {file.has_thumbnail ? (
          <Thumbnail id={id} />
        ) : isInline ? (
          <IconFile aria-hidden />
        ) : (
          <IconDownload aria-hidden />
        )}
      </button>
      <Text size="sm" className={classes.name}>
        {name}
      </Text>
      <Group justify="space-between" gap={4} wrap="nowrap">
        <Text size="xs" c="dimmed" className={classes.name}>
          {formats.quantity(Math.max(1, Math.round(file.size / KB)), 'kB')} · {file.created_by_name} ·{' '}
          {formats.instant(file.created_at)}
        </Text>
        {mayDelete && (
          <ActionIcon variant="subtle" color="red.8" aria-label={t('remove', { name })} onClick={remove}>
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        )}
      </Group>
    </li>
  );
}

/** Thumbnails need the session's token, so an `img` cannot load them by their address. */
function Thumbnail({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['attachment-thumbnail', id],
    queryFn: () => fetchFile(`/attachments/${id}/thumbnail`, 'image/webp').then(({ content }) => content),
    staleTime: Infinity,
  });
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(data!);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [data],
  );
  return data ? <img ref={show} alt="" className={classes.thumbnail} /> : <IconFile aria-hidden />;
}
