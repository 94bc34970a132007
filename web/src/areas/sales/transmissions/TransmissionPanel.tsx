import { Alert, Anchor, Button, Group, Stack, Title } from '@mantine/core';
import { IconFileCode, IconMail, IconRefresh, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { daysBetween } from '@bobina/contract/core/dates.ts';
import type { DocumentFile } from '@bobina/contract/sales/document-files.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { Transmission } from '@bobina/contract/sales/transmissions.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { MissingParts } from '../../../ui/print/MissingParts.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { ReissueDialog } from './ReissueDialog.tsx';
import { TransmissionBadge } from './states.tsx';
import { useSdiPec } from './use-sdi-pec.ts';
import { useFileActs } from './use-file-acts.ts';

const ICON = 17;

/** Shows the stored files of an issued document with their transmission and acts. */
export function TransmissionPanel({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('sales');
  const { id, transmission, status } = invoice;
  const mayWrite = useCan()('transmissions.write');
  const files = useQuery(api.documentFiles.list.query({ id }));
  const events = useQuery(api.transmissions.list.query({ id }));
  const acts = useFileActs(id);
  const [isReissuing, setReissuing] = useState(false);
  const isPec = useSdiPec() !== null;
  const isInMail = invoice.pec?.state === 'waiting';
  const newest = files.data?.findLast(({ format }) => format !== 'facturx_pdf');
  const hasNoFile = files.data?.length === 0;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Title order={3} size="h4">
          {t('transmission.title')}
        </Title>
        {transmission && <TransmissionBadge state={transmission} />}
      </Group>
      {invoice.reissue_until && <Countdown until={invoice.reissue_until} />}
      {hasNoFile && (
        <Alert color="yellow" variant="light">
          {t('transmission.noFile')}
          {acts.missing.length > 0 && <MissingParts missing={acts.missing} />}
        </Alert>
      )}
      {transmission === 'to_send' && invoice.pec && <PecMail pec={invoice.pec} />}
      {files.data && files.data.length > 0 && <Files files={files.data} onSave={acts.save} />}
      {events.data && events.data.length > 0 && <Events events={events.data} />}
      {mayWrite && (
        <Group justify="flex-end" gap="sm">
          {hasNoFile && (
            <Button
              variant="default"
              leftSection={<IconFileCode size={ICON} />}
              disabled={acts.isBusy}
              onClick={acts.write}
            >
              {t('transmission.write')}
            </Button>
          )}
          {transmission === 'to_send' && isPec && newest?.format === 'fatturapa' && !isInMail && (
            <Button leftSection={<IconMail size={ICON} />} disabled={acts.isBusy} onClick={acts.sendByPec}>
              {t('transmission.sendByPec')}
            </Button>
          )}
          {transmission === 'to_send' && !isInMail && (
            <Button
              variant={isPec ? 'default' : 'filled'}
              leftSection={<IconSend size={ICON} />}
              disabled={acts.isBusy}
              onClick={acts.handOver}
            >
              {t('transmission.handOver')}
            </Button>
          )}
          {transmission === 'rejected' && status !== 'cancelled' && (
            <Button leftSection={<IconRefresh size={ICON} />} onClick={() => setReissuing(true)}>
              {t('transmission.reissue')}
            </Button>
          )}
        </Group>
      )}
      {isReissuing && <ReissueDialog invoice={invoice} onClose={() => setReissuing(false)} />}
    </Stack>
  );
}

/** The mail of a file that is still to be sent: waiting, or the reason of its failure. */
function PecMail({ pec: { state, error } }: { pec: NonNullable<Invoice['pec']> }) {
  const { t } = useTranslation('sales');
  if (state === 'waiting' && error === null) return <Alert variant="light">{t('transmission.pecWaiting')}</Alert>;
  return (
    <Alert color={state === 'waiting' ? 'yellow' : 'red'} variant="light">
      {t('transmission.pecFailed', { why: error ?? t('transmission.pecCancelled') })}
    </Alert>
  );
}

/** The days that are left for issuing a rejected document again. */
function Countdown({ until }: { until: string }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const days = daysBetween(companyToday(), until);
  return (
    <Alert color="red" variant="light">
      {days < 0
        ? t('transmission.late', { day: formats.day(until) })
        : t('transmission.left', { count: days, shown: formats.number(days), day: formats.day(until) })}
    </Alert>
  );
}

function Files({ files, onSave }: { files: readonly DocumentFile[]; onSave: (file: DocumentFile) => void }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  return (
    <PlainTable
      label={t('transmission.files')}
      heads={[
        { label: t('transmission.file') },
        { label: t('transmission.format') },
        { label: t('transmission.made_at') },
        { label: t('transmission.sha256') },
      ]}
    >
      {files.map((file) => (
        <tr key={file.id}>
          <td>
            <Anchor component="button" type="button" onClick={() => onSave(file)}>
              {file.name}
            </Anchor>
          </td>
          <td>{t(`fileFormat.${file.format}`)}</td>
          <td>{formats.instant(file.made_at)}</td>
          <td title={file.sha256}>{`${file.sha256.slice(0, 12)}…`}</td>
        </tr>
      ))}
    </PlainTable>
  );
}

function Events({ events }: { events: readonly Transmission[] }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const sentBy = ({ channel, user_name }: Transmission) =>
    [...(channel === 'pec' ? [t('transmission.pec')] : []), formats.text(user_name)].join(' · ');
  return (
    <PlainTable
      label={t('transmission.events')}
      heads={[
        { label: t('transmission.at') },
        { label: t('transmission.event') },
        { label: t('transmission.file') },
        { label: t('transmission.source') },
        { label: t('transmission.message') },
      ]}
    >
      {events.map((event) => (
        <tr key={event.id}>
          <td>{formats.instant(event.at)}</td>
          <td>
            <TransmissionBadge state={event.event} />
          </td>
          <td>{event.file_name}</td>
          <td>{event.receipt_name ?? (event.channel === 'folder' ? t('transmission.folder') : sentBy(event))}</td>
          <td>{formats.text(event.message)}</td>
        </tr>
      ))}
    </PlainTable>
  );
}
