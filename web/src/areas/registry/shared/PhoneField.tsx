import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TextField, type Named } from '../../../ui/form/fields.tsx';
import { NotedField } from '../../../ui/form/NotedField.tsx';

/** A telephone number. A note says when the text contains no digit. */
export function PhoneField({ name, ...rest }: Named & { required?: boolean }) {
  const { t } = useTranslation('registry');
  return (
    <NotedField
      name={name}
      isOfStored
      note={(text) =>
        /\d/.test(text) ? null : (
          <Text component="output" display="block" size="xs" mt={4} c="var(--bobina-on-light-yellow)">
            {t('party.noDigits')}
          </Text>
        )
      }
    >
      <TextField name={name} type="tel" {...rest} />
    </NotedField>
  );
}
