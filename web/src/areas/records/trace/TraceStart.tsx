import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import type { SearchResult } from '@bobina/contract/system/search.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { LinkAnchor } from '../../../ui/link.tsx';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import classes from './trace.module.css';
import { RecallDialog } from './RecallDialog.tsx';
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
          <Button type="submit" style={{ alignSelf: 'start' }}>
            {t('trace.show')}
          </Button>
        </Stack>
      </form>
      {found !== null && found.length > 0 && <Found key={found.map(({ id }) => id).join()} found={found} />}
      <Recalls />
    </Page>
  );
}

/**
 * Lists the batches that were found. Users who may recall choose several; the reels whose lot or mill number is the typed
 * text are chosen to begin with.
 */
function Found({ found }: { found: readonly SearchResult[] }) {
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const mayRecall = useCan()('recalls.write');
  const [chosen, setChosen] = useState<readonly number[]>(() =>
    found.filter(({ kind, is_exact }) => kind === 'reel' && is_exact).map(({ id }) => id),
  );
  const [isOpen, setOpen] = useState(false);
  const batches = found
    .filter(({ id }) => chosen.includes(id))
    .map(({ id, code }) => ({ batch_id: id, batch_number: code! }));
  return (
    <Stack maw={560} my="md" gap="sm">
      <ul aria-label={t('trace.choose')} className={mayRecall ? classes.found : undefined}>
        {found.map((row) => (
          <li key={`${row.kind} ${row.id}`}>
            {mayRecall && (
              <Checkbox
                aria-label={common('list.select', { name: row.code })}
                checked={chosen.includes(row.id)}
                onChange={({ currentTarget: { checked } }) =>
                  setChosen((ids) => (checked ? [...ids, row.id] : ids.filter((id) => id !== row.id)))
                }
              />
            )}
            <LinkAnchor to={tracePath(row.id)}>{[row.code, row.label].join(' · ')}</LinkAnchor>
          </li>
        ))}
      </ul>
      {mayRecall && (
        <Group>
          <Button
            color="red.8"
            leftSection={<IconAlertTriangle size={18} />}
            disabled={batches.length === 0}
            onClick={() => setOpen(true)}
          >
            {t('recall.action')}
          </Button>
          <Text component="output" size="sm">
            {t('recall.chosen', { chosen: formats.number(batches.length), all: formats.number(found.length) })}
          </Text>
        </Group>
      )}
      {isOpen && <RecallDialog batches={batches} onClose={() => setOpen(false)} />}
    </Stack>
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
