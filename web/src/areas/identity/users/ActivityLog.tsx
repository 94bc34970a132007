import { CloseButton, Text, Title } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchKind } from '@bobina/contract/system/search.ts';
import type { Activity } from '@bobina/contract/identity/users.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { FittedText } from '../../../ui/cut-text.tsx';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { SearchBox } from '../../../ui/page/SearchBox.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { localRows } from '../../../ui/table/use-rows.ts';
import { undoLater } from '../../../ui/undo-later.ts';
import { MOST_ACTIVITIES, useActivities, useActivityDetails, useActivityWords } from './use-activities.ts';
import classes from './users.module.css';

/** The kinds of records whose page an activity can open by the id of its record. */
const KINDS: Partial<Record<string, SearchKind>> = {
  products: 'product',
  customers: 'customer',
  suppliers: 'supplier',
  machines: 'machine',
  warehouses: 'warehouse',
  'purchase-orders': 'purchase_order',
  'packing-lists': 'packing_list',
  invoices: 'invoice',
  'stock-counts': 'stock_count',
};

interface Props {
  userId: number;
  find: string;
  onFind: (term: string) => void;
  onClose: () => void;
}

/** Shows the activities of the selected user, with a search field. */
export function ActivityLog({ userId, find, onFind, onClose }: Props) {
  const { t } = useTranslation('identity');
  const formats = useFormats();
  const { actionOf, entityOf } = useActivityWords();
  const detailsOf = useActivityDetails();
  const user = useQuery(api.users.get.query({ id: userId }));
  const { data, found, error, refetch, isFetching } = useActivities(userId, find);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const columns = useMemo<Column<Activity>[]>(
    () => [
      { key: 'created_at', label: t('activity.created_at'), kind: 'instant', width: '10.5rem', priority: 1 },
      { key: 'action', label: t('activity.action'), value: actionOf, width: 'minmax(7rem, 14rem)', priority: 1 },
      {
        key: 'entity_type',
        label: t('activity.entity_type'),
        value: entityOf,
        width: 'minmax(7rem, 11rem)',
        priority: 2,
      },
      {
        key: 'details',
        label: t('activity.details'),
        value: detailsOf,
        cell: (activity) => {
          const { entity_type, entity_id } = activity;
          const kind = KINDS[entity_type];
          const details = detailsOf(activity);
          return kind ? (
            <EntityLink kind={kind} id={entity_id} text={details} size="fit" />
          ) : (
            <FittedText value={details} />
          );
        },
        width: 'minmax(10rem, 4fr)',
        priority: 2,
      },
      { key: 'token_name', label: t('activity.token_name'), width: 'minmax(6rem, 10rem)', priority: 3 },
    ],
    [t, detailsOf], // oxlint-disable-line react-hooks/exhaustive-deps -- the labels change with the language
  );
  const undo = (activity: Activity) =>
    void undoLater(activity.id, {
      title: t('activities.undo'),
      message: [actionOf(activity), entityOf(activity), detailsOf(activity)].filter(Boolean).join(' · '),
    });
  const title = t('activities.title', { name: user.data?.name ?? '…' });
  const count = found ? t('activities.found', { count: found.length, shown: formats.number(found.length) }) : ' ';
  const rows = localRows(found, { error, retry: () => void refetch(), isFetching, key: find });
  return (
    <section ref={section} className={`${classes.part} ${classes.log}`} aria-label={title}>
      <Panel>
        <div className={classes.head}>
          <div>
            <Title order={2} fz="md">
              {title}
            </Title>
            <Text size="sm" c="dimmed" aria-live="polite">
              {count}
              {data &&
                data.length >= MOST_ACTIVITIES &&
                `. ${t('activities.latest', { shown: formats.number(MOST_ACTIVITIES) })}`}
            </Text>
          </div>
          <SearchBox value={find} onChange={onFind} label={t('activities.search')} />
          <CloseButton iconSize={18} aria-label={t('activities.close')} onClick={onClose} />
        </div>
        <DataTable<Activity>
          label={title}
          rows={rows}
          columns={columns}
          rowName={actionOf}
          actions={(activity) =>
            activity.can_undo
              ? [{ label: t('activities.undo'), icon: <IconArrowBackUp size={16} />, onClick: () => undo(activity) }]
              : []
          }
          isFiltered={find !== '' && data !== undefined && data.length > 0}
          onClearFilters={() => onFind('')}
          failedTitle={t('users.activitiesFailed')}
          empty={{ title: t('activities.empty'), hint: t('activities.emptyHint') }}
        />
      </Panel>
    </section>
  );
}
