import { Checkbox, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ROLES } from '@bobina/contract/core/permissions.ts';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';

const NAME = 'second_factor_roles';

/** Shows a checkbox for each role. */
export function SecondFactorRolesField() {
  const { t } = useTranslation('settings');
  const { t: app } = useTranslation('app');
  const form = useFormHere();
  const roles = useFieldValue<string[]>(NAME) ?? [];
  const choose = (chosen: string[]) => {
    form.setFieldValue(
      NAME,
      ROLES.filter((role) => chosen.includes(role)),
    );
    form.clearFieldError(NAME);
  };
  return (
    <Checkbox.Group
      label={t('setting.second_factor_roles')}
      description={t('setting.second_factor_rolesHint')}
      error={form.errors[NAME]}
      value={roles}
      onChange={choose}
      data-path={NAME}
    >
      <Group gap="10px 24px" mt={8}>
        {ROLES.map((role) => (
          <Checkbox key={role} value={role} label={app(`roles.${role}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
