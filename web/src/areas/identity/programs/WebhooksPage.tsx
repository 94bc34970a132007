import { IconListCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Webhook } from '@bobina/contract/system/webhooks.ts';
import { api } from '../../../lib/api/api.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { deleteAction, editAction } from '../../../ui/table/row-actions.tsx';
import { useActivityWords } from '../users/use-activities.ts';
import { WebhookFilters } from './filters.ts';

const DeliveriesDialog = deferred(async () => (await import('./DeliveriesDialog.tsx')).DeliveriesDialog);
const SecretDialog = deferred(async () => (await import('./SecretDialog.tsx')).SecretDialog);
const WebhookDialog = deferred(async () => (await import('./WebhookDialog.tsx')).WebhookDialog);

/** The fields of a webhook that the list reads besides those of its columns. */
const ROW = ['id', 'version', 'url'] as const;
type SeenWebhook = Pick<Webhook, (typeof ROW)[number]>;
const column = columnsOf<Webhook>();

function webhookColumns(t: TFunction<'identity'>, nameOf: (entity: string) => string): Column<Webhook>[] {
  return [
    { key: 'url', label: t('webhooks.url'), width: 'minmax(12rem, 2fr)', priority: 1 },
    { key: 'description', label: t('webhooks.description'), width: 'minmax(8rem, 1fr)', priority: 2 },
    { key: 'is_active', label: t('webhooks.active'), kind: 'flag', width: '6rem', priority: 1 },
    column(['disabled_reason'], {
      key: 'disabled_reason',
      label: t('webhooks.disabled'),
      value: ({ disabled_reason }) => (disabled_reason === null ? '' : t(`webhookReasons.${disabled_reason}`)),
      width: 'minmax(9rem, 1.2fr)',
      priority: 3,
      sortable: false,
    }),
    column(['entities'], {
      key: 'entities',
      label: t('webhooks.entities'),
      value: ({ entities }) => (entities.length === 0 ? t('webhooks.allEntities') : entities.map(nameOf).join(', ')),
      width: 'minmax(8rem, 1fr)',
      priority: 3,
      sortable: false,
    }),
  ];
}

/** Shows the webhooks with their forms and deliveries. */
function WebhooksPage() {
  const { t } = useTranslation('identity');
  const [{ q = '', sort = 'url', edit }, setFilters] = useFilters(WebhookFilters);
  const { entityOf } = useActivityWords();
  const columns = useMemo(
    () => webhookColumns(t, (entity_type) => entityOf({ entity_type })),
    [t], // oxlint-disable-line react-hooks/exhaustive-deps -- the words change with the language
  );
  const [shown, setShown] = useState<SeenWebhook>();
  const [secret, setSecret] = useState<string>();
  const remove = ({ id, url }: SeenWebhook) =>
    removeRow({
      refresh: 'webhooks',
      question: t('webhooks.deleteConfirm'),
      name: url,
      isFinal: true,
      remove: (options) => api.webhooks.remove({ id }, options),
      done: t('webhooks.deleted'),
      failed: t('webhooks.failed'),
    });
  return (
    <>
      <ListPage<Webhook, SeenWebhook>
        call={api.webhooks.list}
        rowFields={ROW}
        query={{ q }}
        columns={columns}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        countLabel={(count, total) => t('webhooks.count', { count, shown: total })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('webhooks.search') }}
        isFiltered={q !== ''}
        onClearFilters={() => setFilters({ q: '' })}
        create={{ label: t('webhooks.add'), onClick: () => setFilters({ edit: 'new' }) }}
        rowName={({ url }) => url}
        onOpen={({ id }) => setFilters({ edit: id })}
        actions={(row) => [
          editAction(() => setFilters({ edit: row.id })),
          { label: t('webhooks.deliveries'), icon: <IconListCheck size={17} />, onClick: () => setShown(row) },
          deleteAction(() => void remove(row)),
        ]}
        failedTitle={t('webhooks.listFailed')}
        empty={{ title: t('webhooks.empty'), hint: t('webhooks.emptyHint') }}
      />
      {edit !== undefined && (
        <WebhookDialog id={edit} onClose={() => setFilters({ edit: undefined })} onCreated={setSecret} />
      )}
      {shown && <DeliveriesDialog webhook={shown} onClose={() => setShown(undefined)} />}
      {secret && <SecretDialog title={t('webhooks.secret')} secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
export default WebhooksPage;
