import { Alert, Button, Checkbox, Group, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { IconMailOff, IconSend } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Missing } from '@bobina/contract/core/errors.ts';
import { LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';
import type { MailAttachmentKind, MailDraft, MailedKind } from '@bobina/contract/system/outbox.ts';
import { api } from '../../lib/api/api.ts';
import { fetchFile } from '../../lib/api/file.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { download } from '../export/export-rows.ts';
import { DialogActions } from '../overlay/DialogActions.tsx';
import { Dialog } from '../overlay/Dialog.tsx';
import { MissingParts } from '../print/MissingParts.tsx';
import { LoadFailed } from '../table/TableStates.tsx';
import { toast } from '../toasts.ts';
import FullSelect from '../form/FullSelect.tsx';

const PDF = 'application/pdf';
const REPORTS: Record<MailedKind, string> = {
  invoice: 'invoices',
  packing_list: 'packing-lists',
  purchase_order: 'purchase-orders',
  customer_order: 'customer-orders',
};

interface Props {
  kind: MailedKind;
  id: number;
  number: string;
  onClose: () => void;
}

/** The mail of one document: its recipients, text and attachments. Without mail on the server it opens a mail program. */
function SendDialog({ kind, id, number, onClose }: Props) {
  const { t } = useTranslation('mail');
  const [language, setLanguage] = useState<Language>();
  const draft = useQuery({
    ...api.mails.draft.query({ query: { kind, id: String(id), ...(language && { lang: language }) } }),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Dialog onClose={onClose} title={t('title', { number })} size="lg">
      {draft.data && (
        <MailForm
          // The template of another language replaces the texts.
          key={draft.data.language}
          draft={draft.data}
          kind={kind}
          id={id}
          onLanguage={setLanguage}
          onClose={onClose}
        />
      )}
      {draft.isPending && <Skeleton h={320} aria-busy />}
      {draft.isError && !draft.data && (
        <LoadFailed title={t('loadFailed')} error={draft.error} onRetry={() => void draft.refetch()} />
      )}
    </Dialog>
  );
}
export default SendDialog;

function MailForm({
  draft,
  kind,
  id,
  onLanguage,
  onClose,
}: {
  draft: MailDraft;
  onLanguage: (language: Language) => void;
} & Omit<Props, 'number'>) {
  const { t } = useTranslation('mail');
  const { t: common } = useTranslation();
  const cache = useQueryClient();
  const [chosen, setChosen] = useState(() =>
    draft.recipients.filter(({ is_chosen }) => is_chosen).map(({ address }) => address),
  );
  const [others, setOthers] = useState('');
  const [cc, setCc] = useState('');
  const [subject, setSubject] = useState(draft.subject);
  const [body, setBody] = useState(draft.body);
  const [attach, setAttach] = useState<MailAttachmentKind[]>(['pdf']);
  const [isCopied, setCopied] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<{ text: string; missing: readonly Missing[] }>();
  const to = [...chosen, ...addressesIn(others)];
  const { language, is_configured: isConfigured } = draft;

  const send = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      await api.mails.create(
        {
          body: {
            document: { kind, id },
            to,
            cc: addressesIn(cc),
            subject,
            body,
            attach,
            language,
            copy_to_me: isCopied,
          },
        },
        { timeout: 60_000 },
      );
      void cache.invalidateQueries({ queryKey: ['outbox'] });
      toast.success(t('queued'));
      onClose();
    } catch (error) {
      setFault(faultOf(error, t('failed')));
    } finally {
      setBusy(false);
    }
  };
  const savePdf = async () => {
    try {
      const { content, name } = await fetchFile(`/${REPORTS[kind]}/${id}/report?format=pdf&lang=${language}`, PDF);
      download(content, name, PDF);
    } catch (error) {
      setFault(faultOf(error, t('failed')));
    }
  };
  return (
    <Stack gap="md">
      {!isConfigured && (
        <Alert color="yellow" variant="light" icon={<IconMailOff />} title={t('off')}>
          {t('offHint')}
        </Alert>
      )}
      {fault && (
        <Alert color="red" variant="light" role="alert" title={fault.text}>
          {fault.missing.length > 0 && <MissingParts missing={fault.missing} />}
        </Alert>
      )}
      <Checkbox.Group
        label={t('recipients')}
        description={draft.recipients.length === 0 ? t('noRecipients') : undefined}
        value={chosen}
        onChange={setChosen}
      >
        <Stack gap={6} mt={6}>
          {draft.recipients.map(({ name, address }) => (
            <Checkbox key={address} value={address} label={`${name} · ${address}`} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        label={t('others')}
        description={t('othersHint')}
        value={others}
        onChange={({ currentTarget }) => setOthers(currentTarget.value)}
      />
      <TextInput label={t('cc')} value={cc} onChange={({ currentTarget }) => setCc(currentTarget.value)} />
      <FullSelect
        label={t('language')}
        value={language}
        allowDeselect={false}
        data={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
        onChange={(value) => value && onLanguage(value as Language)}
      />
      <TextInput
        label={t('subject')}
        value={subject}
        onChange={({ currentTarget }) => setSubject(currentTarget.value)}
      />
      <Textarea
        label={t('body')}
        autosize
        minRows={5}
        maxRows={14}
        value={body}
        onChange={({ currentTarget }) => setBody(currentTarget.value)}
      />
      {isConfigured && (
        <>
          <Checkbox.Group
            label={t('attach')}
            value={attach}
            onChange={(value) => setAttach(value as MailAttachmentKind[])}
          >
            <Group mt={6}>
              {draft.attachments.map((value) => (
                <Checkbox key={value} value={value} label={t(`attachments.${value}`)} />
              ))}
            </Group>
          </Checkbox.Group>
          <Checkbox
            label={draft.own_address === null ? t('noOwnAddress') : t('copy', { address: draft.own_address })}
            disabled={draft.own_address === null}
            checked={isCopied}
            onChange={({ currentTarget }) => setCopied(currentTarget.checked)}
          />
        </>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {common('action.cancel')}
        </Button>
        {isConfigured ? (
          <Button
            leftSection={<IconSend size={17} />}
            loading={isBusy}
            disabled={to.length === 0}
            onClick={() => void send()}
          >
            {t('send')}
          </Button>
        ) : (
          <Button
            component="a"
            href={mailtoOf({ to, cc: addressesIn(cc), subject, body })}
            onClick={() => void savePdf()}
          >
            {t('openProgram')}
          </Button>
        )}
      </DialogActions>
    </Stack>
  );
}

function addressesIn(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

function mailtoOf({ to, cc, subject, body }: { to: string[]; cc: string[]; subject: string; body: string }): string {
  const encode = encodeURIComponent;
  const parts = [
    ...(cc.length > 0 ? [`cc=${cc.map(encode).join(',')}`] : []),
    `subject=${encode(subject)}`,
    `body=${encode(body.replaceAll('\n', '\r\n'))}`,
  ];
  return `mailto:${to.map(encode).join(',')}?${parts.join('&')}`;
}

/** The words of a refusal, with those of its fields. */
function faultOf(error: unknown, fallback: string): { text: string; missing: readonly Missing[] } {
  if (!(error instanceof ApiProblem)) return { text: fallback, missing: [] };
  const fields = (error.body.fields ?? []).map(({ path, message }) => `${path}: ${message}`);
  return { text: [error.message, ...fields].join(' · '), missing: error.body.missing ?? [] };
}
