import { ActionIcon, Alert, Button, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import { IconInfoCircle, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role } from '@bobina/contract/core/permissions.ts';
import { api } from '../../../lib/api/api.ts';
import { useUser } from '../../../lib/session.ts';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import FullSelect from '../../../ui/form/FullSelect.tsx';

const NAME = 'oidc_roles';

/** Shows the role of each group of the sign-in provider, or a notice without a provider. */
export function OidcRolesField() {
  const { t } = useTranslation('settings');
  const { t: app } = useTranslation('app');
  const form = useFormHere();
  const methods = useQuery(api.auth.methods.query());
  const mayChange = useUser()?.role === 'admin';
  const rows = useFieldValue<{ group: string; role: Role }[]>(NAME) ?? [];
  if (methods.data && !methods.data.oidc && rows.length === 0)
    return (
      <Alert variant="light" icon={<IconInfoCircle />}>
        {t('oidc.off')}
      </Alert>
    );
  const set = (changed: typeof rows) => {
    form.setFieldValue(NAME, changed);
    form.clearErrors();
  };
  return (
    <Input.Wrapper label={t('oidc.label')} description={t('oidc.hint')} labelElement="div" data-path={NAME}>
      <Stack gap="xs" mt={8}>
        {!mayChange && <Text size="sm">{t('oidc.admin')}</Text>}
        {rows.map((row, index) => (
          <Group key={index} align="flex-end" wrap="nowrap">
            <TextInput
              label={t('oidc.group')}
              value={row.group}
              error={form.errors[`${NAME}.${index}.group`]}
              onChange={({ currentTarget: { value } }) => set(rows.with(index, { ...row, group: value }))}
              readOnly={!mayChange}
              maxLength={200}
              data-path={`${NAME}.${index}.group`}
            />
            <FullSelect
              label={t('oidc.role')}
              value={row.role}
              data={ROLES.map((role) => ({ value: role, label: app(`roles.${role}`) }))}
              onChange={(role) => role && set(rows.with(index, { ...row, role: role as Role }))}
              allowDeselect={false}
              readOnly={!mayChange}
            />
            {mayChange && (
              <ActionIcon
                size="lg"
                variant="subtle"
                color="gray"
                aria-label={t('oidc.remove', { group: row.group })}
                onClick={() => set(rows.toSpliced(index, 1))}
              >
                <IconTrash size={18} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {mayChange && (
          <Group>
            <Button variant="default" onClick={() => set([...rows, { group: '', role: 'warehouse' }])}>
              {t('oidc.add')}
            </Button>
          </Group>
        )}
      </Stack>
    </Input.Wrapper>
  );
}
