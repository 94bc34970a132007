import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import type { SearchResult } from '@bobina/contract/system/search.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { LinkAnchor } from '../../../ui/link.tsx';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { tracePath, useBatchSearch } from './use-batch-search.ts';

const NEWEST = 50;

/** Finds a batch by its number or a scan, and lists the newest recalls. */
export function TraceStart() {
  const { t } = useTranslation('records');
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<readonly SearchResult[] | null>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const findBatch = useBatchSearch();
  const find = async (code: string) => {
    const others = await findBatch(code);
    if (others) setFound(others);
  };
  useLayerHandler('scan', ({ code }) => () => {
    setTyped(shownScan(code));
    void find(code);
  });
  return (
    <Page>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void find(typed);
        }}
      >
        <Stack maw={560}>
          <ScanField>
            <TextInput
              ref={field}
              label={t('trace.find')}
              description={t('trace.findHint')}
              value={typed}
              error={found?.length === 0 ? t('trace.notFound') : null}
              onChange={(event) => (setTyped(event.currentTarget.value), setFound(null))}
            />
          </ScanField>
          {found !== null && found.length > 0 && (
            <ul aria-label={t('trace.choose')}>
              {found.map(({ kind, id, code, label }) => (
                <li key={`${kind} ${id}`}>
                  <LinkAnchor to={tracePath(id)}>{[code, label].join(' · ')}</LinkAnchor>
                </li>
              ))}
            </ul>
          )}
          <Button type="submit" style={{ alignSelf: 'start' }}>
            {t('trace.show')}
          </Button>
        </Stack>
      </form>
      <Recalls />
    </Page>
  );
}

function Recalls() {
  const { t } = useTranslation('records');
  const formats = useFormats();
  const recalls = useQuery(api.recalls.list.query({ query: { limit: NEWEST } }));
  const rows = recalls.data?.rows ?? [];
  if (recalls.isSuccess && rows.length === 0)
    return (
      <Text c="dimmed" mt="md">
        {t('recall.none')}
      </Text>
    );
  return (
    <Panel title={t('recall.list')}>
      <PlainTable
        label={t('recall.list')}
        minWidth={620}
        heads={[
          { label: t('recall.number') },
          { label: t('recall.day') },
          { label: t('recall.reason') },
          { label: t('recall.batches'), end: true },
          { label: t('recall.customers'), end: true },
        ]}
      >
        {rows.map((row) => (
          <tr key={row.id}>
            <td data-whole>
              <LinkAnchor size="sm" to={`/report/tracciabilita?recall=${row.id}`}>
                {row.number}
              </LinkAnchor>
            </td>
            <td data-whole>{formats.instant(row.created_at)}</td>
            <td>{row.drill ? `${t('recall.drill')} · ${row.reason}` : row.reason}</td>
            <td data-end>{formats.number(row.batch_count)}</td>
            <td data-end>{formats.number(row.customer_count)}</td>
          </tr>
        ))}
      </PlainTable>
    </Panel>
  );
}
