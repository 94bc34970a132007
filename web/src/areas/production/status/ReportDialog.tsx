import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconPrinter } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { MOST_LINES } from '@bobina/contract/orders/orders.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { readAll } from '../../../ui/export/read-all.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useRows } from '../../../ui/table/use-rows.ts';
import { toast } from '../../../ui/toasts.ts';
import { failureOf } from '../item/calls.ts';
import { orderColumn, productColumn, quantityColumn, statusColumn } from '../item/columns.tsx';
import { printReport } from './print-report.ts';
import classes from './status.module.css';
import { DialogActions } from '../../../ui/overlay/DialogActions.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

/** Shows the choice of items to print: those that match the filters, all or selected ones. */
export function ReportDialog({ query, onClose }: { query: Record<string, unknown>; onClose: () => void }) {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  const rows = useRows<ProductionItem>(api.productionItems.status, query);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [isReading, setReading] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const total = rows.total ?? 0;
  const most = Math.min(total, MOST_LINES);
  const columns = useMemo(() => {
    const words = { t, formats, unitOf };
    return [
      orderColumn(words),
      productColumn(words),
      { ...quantityColumn(words), priority: 2 as const },
      statusColumn(words),
    ];
  }, [t, formats]); // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  const choose = (next: ReadonlySet<number>) => {
    setSelected(next);
    setRefused(false);
  };
  const toggle = ({ item_id }: ProductionItem) => {
    const next = new Set(selected);
    if (!next.delete(item_id)) next.add(item_id);
    choose(next);
  };
  const toggleAll = async () => {
    if (selected.size >= most) return choose(new Set());
    setReading(true);
    try {
      const all = await readAll<ProductionItem>(api.productionItems.status, query, { most: MOST_LINES });
      choose(new Set(all.slice(0, MOST_LINES).map(({ item_id }) => item_id)));
    } catch (error) {
      toast.top.error(failureOf(error, t('status.loadFailed')));
    }
    setReading(false);
  };
  const print = () => {
    if (selected.size === 0) {
      setRefused(true);
      return toast.top.error(t('status.report.none'));
    }
    void printReport([...selected], t, formats, unitOf);
  };
  const isAll = total > 0 && selected.size >= most;
  return (
    <Dialog onClose={onClose} size="xl" title={t('status.report.choose')}>
      <Stack gap="sm">
        {isRefused && (
          <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
            {t('status.report.none')}
          </Alert>
        )}
        <Group justify="space-between">
          <Checkbox
            label={t('status.report.all')}
            checked={isAll}
            indeterminate={selected.size > 0 && !isAll}
            disabled={isReading || total === 0}
            onChange={() => void toggleAll()}
          />
          <Text size="sm" aria-live="polite">
            {t('status.report.selected', { n: formats.number(selected.size), total: formats.number(total) })}
          </Text>
        </Group>
        {total > MOST_LINES && (
          <Text size="sm" c="dimmed">
            {t('status.report.most', { most: formats.number(MOST_LINES) })}
          </Text>
        )}
        <div className={classes.choose}>
          <DataTable<ProductionItem>
            label={t('status.report.choose')}
            rows={rows}
            columns={columns}
            rowId={({ item_id }) => item_id}
            rowName={(row) => `${row.order_number} · ${row.code}`}
            onOpen={toggle}
            isSelected={({ item_id }) => selected.has(item_id)}
            failedTitle={t('status.loadFailed')}
            lead={{
              header: <span className="visually-hidden">{t('status.report.choice')}</span>,
              width: '3rem',
              cell: (row) => (
                <Checkbox
                  aria-label={t('status.report.one', { name: `${row.order_number} · ${row.code}` })}
                  checked={selected.has(row.item_id)}
                  onChange={() => toggle(row)}
                  tabIndex={-1}
                />
              ),
            }}
            empty={{ title: t('status.empty') }}
          />
        </div>
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {common('action.close')}
          </Button>
          <Button leftSection={<IconPrinter size={18} />} loading={isReading} onClick={print}>
            {common('action.print')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
