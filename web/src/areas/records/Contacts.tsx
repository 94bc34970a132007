import { Button, Checkbox, Group } from '@mantine/core';
import { IconDownload, IconPencil, IconPlus, IconTrash, IconUserX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '@bobina/contract/core/languages.ts';
import { CONTACT_ROLES, ContactInput, type Contact } from '@bobina/contract/registry/contacts.ts';
import { api } from '../../lib/api/api.ts';
import { useCan } from '../../lib/session.ts';
import { SelectField, TextField } from '../../ui/form/fields.tsx';
import { useFieldValue, useFormHere } from '../../ui/form/form-context.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useEntityForm } from '../../ui/form/use-entity-form.ts';
import { removeRow } from '../../ui/overlay/remove-row.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { confirmErasure, exportPerson } from '../../ui/personal-data.tsx';
import type { Column } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { localRows } from '../../ui/table/use-rows.ts';
import classes from './records.module.css';

type Party = 'customers' | 'suppliers';
const ICON = 17;

/** The contacts of a customer or supplier: who receives which documents by mail. */
function Contacts({ party, id }: { party: Party; id: number }) {
  const { t } = useTranslation('mail');
  const { t: common } = useTranslation();
  const { t: persons } = useTranslation('persons');
  const cache = useQueryClient();
  const can = useCan();
  const mayWrite = can(`${party}.write`);
  const mayErase = can('settings.manage');
  const [edited, setEdited] = useState<Contact | 'new'>();
  const call = party === 'customers' ? api.contacts.ofCustomer : api.contacts.ofSupplier;
  const query = useQuery(call.query({ id }));
  const rows = localRows(query.data?.rows, { error: query.error, retry: () => void query.refetch() });
  const columns = useMemo<Column<Contact>[]>(
    () => [
      { key: 'name', label: t('contacts.name'), width: 'minmax(9rem, 2fr)', priority: 1, sortable: false },
      { key: 'email', label: t('contacts.email'), width: 'minmax(10rem, 2fr)', priority: 1, sortable: false },
      { key: 'phone', label: t('contacts.phone'), width: 'minmax(8rem, 1fr)', priority: 3, sortable: false },
      {
        key: 'roles',
        label: t('contacts.roles'),
        value: ({ roles }) => roles.map((role) => t(`contacts.role.${role}`)).join(', '),
        width: 'minmax(9rem, 2fr)',
        priority: 2,
        sortable: false,
      },
      {
        key: 'language',
        label: t('contacts.language'),
        value: ({ language }) => (language === null ? null : t(`languages.${language}`)),
        width: '8rem',
        priority: 3,
        sortable: false,
      },
    ],
    [t],
  );
  const remove = (row: Contact) =>
    removeRow({
      refresh: 'contacts',
      question: t('contacts.removeQuestion'),
      name: row.name,
      remove: (options) => api.contacts.remove({ id: row.id }, options),
      done: t('contacts.removed'),
      failed: t('contacts.removeFailed'),
    });
  const personalActions = (row: Contact) => [
    {
      label: persons('export'),
      icon: <IconDownload size={ICON} />,
      onClick: () => void exportPerson(() => api.contacts.personalData({ id: row.id })),
    },
    {
      label: persons('erase'),
      icon: <IconUserX size={ICON} />,
      danger: true,
      onClick: () => void confirmErasure(() => api.contacts.erase({ id: row.id }), row.name),
    },
  ];
  const refresh = () => void cache.invalidateQueries({ queryKey: ['contacts'] });
  return (
    <section aria-label={t('contacts.title')} className={classes.part}>
      {mayWrite && (
        <Group justify="flex-end">
          <Button size="sm" leftSection={<IconPlus size={ICON} />} onClick={() => setEdited('new')}>
            {t('contacts.add')}
          </Button>
        </Group>
      )}
      <Panel>
        <div className={classes.table}>
          <DataTable<Contact>
            label={t('contacts.title')}
            rows={rows}
            columns={columns}
            rowName={({ name }) => name}
            {...(mayWrite && {
              onOpen: setEdited,
              actions: (row: Contact) => [
                { label: t('contacts.edit'), icon: <IconPencil size={ICON} />, onClick: () => setEdited(row) },
                {
                  label: common('action.delete'),
                  icon: <IconTrash size={ICON} />,
                  danger: true,
                  onClick: () => void remove(row),
                },
                ...(mayErase ? personalActions(row) : []),
              ],
            })}
            empty={{ title: t('contacts.empty') }}
          />
        </div>
      </Panel>
      {edited && (
        <ContactDialog
          party={party}
          id={id}
          contact={edited === 'new' ? undefined : edited}
          onSaved={refresh}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}
export default Contacts;

function ContactDialog({
  party,
  id,
  contact,
  onSaved,
  onClose,
}: {
  party: Party;
  id: number;
  contact: Contact | undefined;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('mail');
  const handle = useEntityForm({
    schema: ContactInput,
    initial: {
      name: contact?.name ?? '',
      email: contact?.email ?? '',
      phone: contact?.phone ?? '',
      language: contact?.language ?? null,
      roles: contact?.roles ?? [],
    },
    ...(contact && { version: contact.version }),
    save: (input, options) => {
      if (contact) return api.contacts.update({ id: contact.id, ...input }, options);
      return party === 'customers'
        ? api.contacts.addToCustomer({ id, ...input }, options)
        : api.contacts.addToSupplier({ id, ...input }, options);
    },
    failure: t('contacts.saveFailed'),
    onSaved: () => {
      onSaved();
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={contact ? t('contacts.edit') : t('contacts.add')} onClose={onClose}>
      <TextField name="name" label={t('contacts.name')} withAsterisk />
      <TextField name="email" label={t('contacts.email')} />
      <TextField name="phone" label={t('contacts.phone')} />
      <SelectField
        name="language"
        label={t('contacts.language')}
        placeholder={t('contacts.anyLanguage')}
        clearable
        data={LANGUAGES.map((value) => ({ value, label: t(`languages.${value}`) }))}
      />
      <Roles />
    </FormDialog>
  );
}

function Roles() {
  const { t } = useTranslation('mail');
  const form = useFormHere();
  const roles = useFieldValue<string[]>('roles');
  return (
    <Checkbox.Group label={t('contacts.roles')} value={roles} onChange={(value) => form.setFieldValue('roles', value)}>
      <Group mt={6}>
        {CONTACT_ROLES.map((role) => (
          <Checkbox key={role} value={role} label={t(`contacts.role.${role}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
