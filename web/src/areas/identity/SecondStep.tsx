import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SecondFactorAsked } from '@bobina/contract/identity/second-factor.ts';

/** The fields of the second step of the sign-in, inside its form. */
export function SecondStep({
  factors,
  isWaiting,
  onPasskey,
  onBack,
}: {
  factors: SecondFactorAsked['second_factor'];
  isWaiting: boolean;
  onPasskey: () => void;
  onBack: () => void;
}) {
  const { t } = useTranslation('identity');
  return (
    <Stack>
      {factors.includes('totp') && (
        <>
          <Text size="sm">{t('login.codeHint')}</Text>
          <TextInput
            name="code"
            label={t('login.code')}
            required
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is the only field of the step
            autoFocus
            size="md"
          />
          <Button type="submit" size="md" loading={isWaiting} fullWidth>
            {t('login.button')}
          </Button>
        </>
      )}
      {factors.includes('passkey') && (
        <Button size="md" variant="default" loading={isWaiting} fullWidth onClick={onPasskey}>
          {t('login.passkey')}
        </Button>
      )}
      <Button variant="subtle" color="gray" onClick={onBack}>
        {t('login.back')}
      </Button>
    </Stack>
  );
}
