import { Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import classes from './company.module.css';
import { LOGO_TYPES, readLogo } from './read-logo.ts';

/** The company's logo: picked, shown, taken away. It is saved with the form. */
export function LogoField() {
  const { t } = useTranslation('registry');
  const form = useFormHere();
  const logo = useFieldValue<string | null>('logo');
  const problem = form.errors['logo'];
  const pick = async (file: File | null) => {
    if (!file) return;
    const read = await readLogo(file).catch(() => ({ problem: 'logoType' as const }));
    if ('problem' in read) return form.setFieldError('logo', t(`company.${read.problem}`));
    form.setFieldValue('logo', read.logo);
    form.clearFieldError('logo');
  };
  const remove = () => {
    form.setFieldValue('logo', null);
    form.clearFieldError('logo');
  };
  return (
    <Group gap="lg" align="center">
      <div className={classes.frame}>
        {logo ? <img src={logo} alt={t('company.logoAlt')} /> : t('company.logoNone')}
      </div>
      <Stack gap={6} align="flex-start">
        <Group gap="sm">
          <FileButton
            accept={LOGO_TYPES.join(',')}
            onChange={(file) => void pick(file)}
            inputProps={{ 'aria-label': t('company.logoPick') }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={18} />} data-path="logo">
                {t(logo ? 'company.logoChange' : 'company.logoPick')}
              </Button>
            )}
          </FileButton>
          {logo && (
            <Button variant="subtle" color="red" leftSection={<IconTrash size={18} />} onClick={remove}>
              {t('company.logoRemove')}
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {t('company.logoHint')}
        </Text>
        {problem && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {problem}
          </Text>
        )}
      </Stack>
    </Group>
  );
}
