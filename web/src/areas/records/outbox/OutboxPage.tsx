import { Alert } from '@mantine/core';
import { IconDownload, IconListDetails, IconMailOff, IconSend, IconX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxRow } from '@bobina/contract/system/outbox.ts';
import { OUTBOX_KINDS, OUTBOX_STATES } from '@bobina/contract/system/outbox-states.ts';
import { api } from '../../../lib/api/api.ts';
import { fetchFile } from '../../../lib/api/file.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { deferred } from '../../../ui/deferred.tsx';
import { download } from '../../../ui/export/export-rows.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { choiceFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { toast } from '../../../ui/toasts.ts';

const OutboxDialog = deferred(async () => (await import('./OutboxDialog.tsx')).OutboxDialog);

const ICON = 17;
/** `open`: the row whose recipients are shown. */
const Filters = {
  ...listFilters,
  state: choiceFilter(OUTBOX_STATES),
  kind: choiceFilter(OUTBOX_KINDS),
  open: rowFilter(),
};

/** The fields of a message that the list reads besides those of its columns. */
const ROW = ['id', 'subject', 'kind', 'state'] as const;
type SeenMessage = Pick<OutboxRow, (typeof ROW)[number]>;
const column = columnsOf<OutboxRow>();

/** Shows sent and waiting messages: the user's own mails, or all messages for users who manage the settings. */
function OutboxPage() {
  const { t } = useTranslation('mail');
  const cache = useQueryClient();
  const [{ q = '', sort = '-created_at', state, kind, open }, setFilters] = useFilters(Filters);
  const columns = useMemo<Column<OutboxRow>[]>(
    () => [
      { key: 'created_at', label: t('outbox.created_at'), kind: 'instant', width: '10.5rem', priority: 1 },
      { key: 'subject', label: t('outbox.subject'), width: 'minmax(12rem, 3fr)', priority: 1 },
      column(['recipients'], {
        key: 'recipients',
        label: t('outbox.to'),
        value: ({ recipients }) => recipients.map(({ address }) => address).join(', '),
        width: 'minmax(10rem, 2fr)',
        priority: 2,
        sortable: false,
      }),
      column(['state'], {
        key: 'state',
        label: t('outbox.state'),
        value: (row) => t(`states.${row.state}`),
        width: '11rem',
        priority: 1,
      }),
      { key: 'created_by_name', label: t('outbox.by'), width: 'minmax(9rem, 1fr)', priority: 3, sortable: false },
      {
        key: 'next_attempt_at',
        label: t('outbox.next'),
        kind: 'instant',
        width: '10.5rem',
        priority: 3,
        sortable: false,
      },
      { key: 'last_error', label: t('outbox.error'), width: 'minmax(8rem, 2fr)', priority: 3, sortable: false },
    ],
    [t],
  );
  const show = (id: number) => setFilters({ open: id }, { replace: false });
  const act = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      await cache.invalidateQueries({ queryKey: ['outbox'] });
      toast.success(done);
    } catch (error) {
      toast.problem(error, t('outbox.actFailed'));
    }
  };
  const again = (id: number, all: boolean) => act(() => api.outbox.again({ id, body: { all } }), t('outbox.sentAgain'));
  const cancel = async ({ id, subject }: SeenMessage) => {
    const isSure = await confirm({
      title: `${t('outbox.cancel')} · ${subject}`,
      message: t('outbox.cancelQuestion'),
      confirmLabel: t('outbox.cancel'),
      danger: true,
    });
    if (isSure) await act(() => api.outbox.cancel({ id }), t('outbox.cancelled'));
  };
  const saveMessage = async ({ id, kind: type }: SeenMessage) => {
    try {
      const media = type === 'webhook' ? 'application/json' : 'message/rfc822';
      const { content, name } = await fetchFile(`/outbox/${id}/message`, media);
      download(content, name, media);
    } catch (error) {
      toast.problem(error, t('outbox.actFailed'));
    }
  };
  return (
    <>
      <ListPage<OutboxRow, SeenMessage>
        above={<MailNotice />}
        call={api.outbox.list}
        rowFields={ROW}
        query={{ q, state, kind }}
        columns={columns}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        subtitle={t('outbox.subtitle')}
        countLabel={(count, shown) => t('outbox.count', { count, shown })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('outbox.search') }}
        filters={
          <>
            <Select
              aria-label={t('outbox.state')}
              placeholder={t('outbox.anyState')}
              w={200}
              clearable
              clearButtonProps={{ 'aria-label': t('outbox.anyState') }}
              value={state ?? null}
              data={OUTBOX_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
              onChange={(value) => setFilters({ state: (value ?? undefined) as typeof state })}
            />
            <Select
              aria-label={t('outbox.kind')}
              placeholder={t('outbox.anyKind')}
              w={160}
              clearable
              clearButtonProps={{ 'aria-label': t('outbox.anyKind') }}
              value={kind ?? null}
              data={OUTBOX_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              onChange={(value) => setFilters({ kind: (value ?? undefined) as typeof kind })}
            />
          </>
        }
        isFiltered={q !== '' || state !== undefined || kind !== undefined}
        onClearFilters={() => setFilters({ q: '', state: undefined, kind: undefined })}
        rowName={({ subject, id }) => subject || String(id)}
        onOpen={({ id }) => show(id)}
        actions={(row) => [
          { label: t('outbox.details'), icon: <IconListDetails size={ICON} />, onClick: () => show(row.id) },
          { label: t('outbox.message'), icon: <IconDownload size={ICON} />, onClick: () => void saveMessage(row) },
          row.state === 'handed_over'
            ? { label: t('outbox.againAll'), icon: <IconSend size={ICON} />, onClick: () => void again(row.id, true) }
            : { label: t('outbox.again'), icon: <IconSend size={ICON} />, onClick: () => void again(row.id, false) },
          ...(row.state === 'waiting'
            ? [
                {
                  label: t('outbox.cancel'),
                  icon: <IconX size={ICON} />,
                  onClick: () => void cancel(row),
                  danger: true,
                },
              ]
            : []),
        ]}
        tone={({ state: is }) =>
          is === 'dead' || is === 'refused' ? 'danger' : is === 'partly_refused' ? 'warning' : undefined
        }
        failedTitle={t('outbox.loadFailed')}
        empty={{ title: t('outbox.empty'), hint: t('outbox.emptyHint') }}
      />
      {open !== undefined && <OutboxDialog key={open} id={open} onClose={() => setFilters({ open: undefined })} />}
    </>
  );
}
export default OutboxPage;

/** Shows a notice when the server sends no mail. */
function MailNotice() {
  const { t } = useTranslation('mail');
  const { data } = useQuery(api.mails.status.query());
  if (!data || data.is_configured) return null;
  return (
    <Alert color="yellow" variant="light" icon={<IconMailOff />}>
      {t('test.off')}
    </Alert>
  );
}
