import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { WEBHOOK_ENTITIES, WebhookInput, type Webhook } from '@bobina/contract/system/webhooks.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { CheckField } from '../../../ui/form/CheckField.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useActivityWords } from '../users/use-activities.ts';
import { CheckList } from './CheckList.tsx';

interface Props {
  onClose: () => void;
  /** Called with the secret of a new webhook, which is answered once. */
  onCreated: (secret: string) => void;
}

/** Shows the form of a webhook in a dialog. */
export function WebhookDialog({ id, ...rest }: Props & { id: number | 'new' }) {
  return id === 'new' ? <WebhookForm {...rest} /> : <EditWebhook id={id} {...rest} />;
}

function EditWebhook({ id, ...rest }: Props & { id: number }) {
  const { t } = useTranslation('identity');
  const webhook = useQuery(api.webhooks.get.query({ id }));
  const onLost = () => {
    toast.error(t('webhooks.failed'));
    rest.onClose();
  };
  return (
    <EntityLoader query={webhook} onFailed={onLost} waiting={null}>
      {(loaded) => <WebhookForm webhook={loaded} {...rest} />}
    </EntityLoader>
  );
}

const EMPTY = { url: '', description: '', entities: [] as string[], is_active: true };

function WebhookForm({ webhook, onClose, onCreated }: Props & { webhook?: Webhook }) {
  const { t } = useTranslation('identity');
  const handle = useEntityForm({
    schema: WebhookInput,
    initial: webhook ? fieldsOf(WebhookInput, webhook) : EMPTY,
    version: webhook?.version,
    guardsLeaving: false,
    save: (input, options): Promise<Webhook & { secret?: string | undefined }> =>
      webhook ? api.webhooks.update({ id: webhook.id, ...input }, options) : api.webhooks.create(input, options),
    onSaved: ({ secret }) => {
      toast.success(t('webhooks.saved'));
      void queryClient.invalidateQueries({ queryKey: ['webhooks'] });
      onClose();
      if (secret) onCreated(secret);
    },
  });
  return (
    <FormDialog handle={handle} title={t(webhook ? 'webhooks.edit' : 'webhooks.add')} onClose={onClose} size="xl">
      <Wide>
        <TextField name="url" label={t('webhooks.url')} description={t('webhooks.urlHint')} required />
      </Wide>
      <Wide>
        <TextField name="description" label={t('webhooks.description')} />
      </Wide>
      <Wide>
        <Entities />
      </Wide>
      <Wide>
        <CheckField name="is_active" label={t('webhooks.active')} />
      </Wide>
    </FormDialog>
  );
}

/** The kinds of records that the webhook is notified of, in the reader's words and with their wire names. */
function Entities() {
  const { t } = useTranslation('identity');
  const form = useFormHere();
  const { entityOf } = useActivityWords();
  const value = useFieldValue('entities') as string[] | undefined;
  const offered = WEBHOOK_ENTITIES.map((entity) => ({
    value: entity,
    label: entityOf({ entity_type: entity }),
    note: entity,
  })).toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <CheckList
      label={t('webhooks.entitiesTitle')}
      description={t('webhooks.entitiesHint')}
      options={offered}
      value={value ?? []}
      onChange={(entities) => form.setFieldValue('entities', entities)}
    >
      <Button size="compact-sm" variant="default" onClick={() => form.setFieldValue('entities', [])}>
        {t('programs.none')}
      </Button>
    </CheckList>
  );
}
