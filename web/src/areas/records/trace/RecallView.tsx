import { Anchor, Button } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Recall } from '@bobina/contract/system/trace.ts';
import { api } from '../../../lib/api/api.ts';
import { fetchFile } from '../../../lib/api/file.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { openAttachment } from '../../../ui/attachments/open-attachment.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { download } from '../../../ui/export/export-rows.ts';
import { LinkButton } from '../../../ui/link.tsx';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { SubScreen } from '../../../ui/page/SubScreen.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { Pairs } from '../../../ui/page/Pairs.tsx';
import { openPdf } from '../../../ui/print/open-pdf.ts';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { toast } from '../../../ui/toasts.ts';
import { Goods } from '../Goods.tsx';
import classes from './trace.module.css';

const SCREEN = '/report/tracciabilita';
const KB = 1_000;

/** Shows a recall as it was found, with its files. */
export function RecallView({ id }: { id: number }) {
  const { t } = useTranslation('records');
  const navigate = useNavigate();
  const recall = useQuery(api.recalls.get.query({ id, query: {} }));
  const back = () => {
    toast.error(t('recall.loadFailed'));
    void navigate({ to: SCREEN, search: {}, replace: true });
  };
  return (
    <EntityLoader query={recall} onFailed={back}>
      {(first) => <Shown recall={recall.data ?? first} />}
    </EntityLoader>
  );
}

function Shown({ recall }: { recall: Recall }) {
  const { t } = useTranslation('records');
  const formats = useFormats();
  const unitOf = useUnit();
  const language = useLanguage();
  const path = `/recalls/${recall.id}?lang=${language}`;
  const print = () =>
    openPdf(`${path}&format=pdf`, recall.number).catch((error: unknown) =>
      toast.problem(error, t('recall.fileFailed')),
    );
  const save = async (format: 'csv' | 'zip') => {
    try {
      const type = format === 'csv' ? 'text/csv' : 'application/zip';
      const { content, name } = await fetchFile(`${path}&format=${format}`, type);
      download(content, name, type);
    } catch (error) {
      toast.problem(error, t('recall.fileFailed'));
    }
  };
  const customers = recall.customers.flatMap(({ deliveries, ...customer }) =>
    deliveries.map((row) => (
      <li key={`${row.packing_list_id} ${row.batch_id}`}>
        <span>
          <EntityLink kind="customer" id={customer.customer_id} text={customer.customer_name} /> ·{' '}
          {[customer.contact_name, customer.phone, customer.email].filter(Boolean).join(' · ')} ·{' '}
          <EntityLink kind="packing_list" id={row.packing_list_id} text={row.packing_list_number} /> ·{' '}
          {formats.day(row.date)} · <EntityLink kind="batch" id={row.batch_id} text={row.batch_number} />
        </span>
        <span>{formats.quantity(row.quantity, unitOf(row.unit_of_measure))}</span>
      </li>
    )),
  );
  const suppliers = recall.suppliers.map((row) => (
    <li key={`${row.document_number} ${row.batch_id}`}>
      <span>
        <EntityLink kind="supplier" id={row.supplier_id} text={row.supplier_name} /> · {row.document_number} ·{' '}
        {formats.day(row.received_on)} · <EntityLink kind="batch" id={row.batch_id} text={row.batch_number} />
        {[row.supplier_lot, row.mill_number].filter(Boolean).map((text) => ` · ${text}`)}
      </span>
      <span>{formats.quantity(row.quantity, unitOf(row.unit_of_measure))}</span>
    </li>
  ));
  const files = recall.attachments.map((file) => (
    <li key={file.id}>
      <span>
        <Anchor component="button" type="button" onClick={() => void openAttachment(file, t('recall.fileFailed'))}>
          {file.name}
        </Anchor>{' '}
        · <EntityLink kind="batch" id={file.batch_id} text={file.batch_number} />
      </span>
      <span>{formats.quantity(Math.max(1, Math.round(file.size / KB)), 'kB')}</span>
    </li>
  ));
  const untraced = recall.batches
    .filter(({ origin }) => origin === 'unknown')
    .map((row) => (
      <li key={row.batch_id}>
        <span>
          <EntityLink kind="batch" id={row.batch_id} text={row.batch_number} /> ·{' '}
          <EntityLink kind="product" id={row.product_id} text={row.product_code} />
        </span>
        <span>{t('trace.origin.unknown')}</span>
      </li>
    ));
  return (
    <SubScreen title={recall.number} to={SCREEN}>
      <Page
        subtitle={recall.drill ? t('recall.drill') : t('recall.real')}
        actions={
          <>
            <LinkButton to={SCREEN} variant="default">
              {t('trace.other')}
            </LinkButton>
            <Button variant="default" leftSection={<IconDownload size={18} />} onClick={() => void save('csv')}>
              CSV
            </Button>
            {recall.attachments.length > 0 && (
              <Button variant="default" leftSection={<IconDownload size={18} />} onClick={() => void save('zip')}>
                {t('recall.zip')}
              </Button>
            )}
            <Button leftSection={<IconPrinter size={18} />} onClick={() => void print()}>
              {t('recall.pdf')}
            </Button>
          </>
        }
      >
        <Pairs
          pairs={[
            [t('recall.reason'), recall.reason],
            [t('recall.day'), formats.instant(recall.created_at)],
            [t('recall.by'), recall.created_by_name],
            [t('recall.seconds'), formats.number(recall.seconds)],
            [t('recall.held'), t(recall.held ? 'recall.yes' : 'recall.no')],
            [t('recall.unknownOrigins'), formats.number(recall.unknown_origins)],
          ]}
        />
        <Panel title={t('recall.batches')}>
          <PlainTable
            label={t('recall.batches')}
            minWidth={760}
            heads={[
              { label: t('tabs.batch') },
              { label: t('recall.product') },
              ...(['made', 'adjusted', 'delivered', 'used_on', 'in_stock'] as const).map((key) => ({
                label: t(`recall.${key}`),
                end: true,
              })),
              { label: t('recall.balance') },
            ]}
          >
            {recall.batches.map((row) => (
              <tr key={row.batch_id} className={row.foots ? undefined : classes.wrong}>
                <td data-whole>
                  <EntityLink kind="batch" id={row.batch_id} text={row.batch_number} />
                </td>
                <td>
                  <EntityLink kind="product" id={row.product_id} text={row.product_code} />
                </td>
                {(['made', 'adjusted', 'delivered', 'used_on', 'in_stock'] as const).map((key) => (
                  <td key={key} data-end>
                    {formats.quantity(row[key], unitOf(row.unit_of_measure))}
                  </td>
                ))}
                <td>{t(row.foots ? 'recall.foots' : 'recall.wrong')}</td>
              </tr>
            ))}
          </PlainTable>
        </Panel>
        {untraced.length > 0 && <Goods title={t('recall.unknownOrigins')} none="" rows={untraced} />}
        <Goods title={t('recall.customers')} none={t('trace.notDelivered')} rows={customers} />
        <Goods title={t('recall.suppliers')} none={t('recall.noSuppliers')} rows={suppliers} />
        {files.length > 0 && <Goods title={t('recall.files')} none="" rows={files} />}
      </Page>
    </SubScreen>
  );
}
