import { Box, Center, Group, Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageChoice } from './LanguageChoice.tsx';

/** The frame of the screens before the sign-in: the name, a heading and the choice of the language. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <Center mih="100dvh" p="md">
      <Box w="100%" maw={400}>
        <Paper p={{ base: 'lg', sm: 32 }} shadow="md">
          <Group gap={12} mb="xl" wrap="nowrap">
            <img src="/icon.svg" width={44} height={44} alt="" />
            <div>
              <Text fw={700} fz={22} lh={1.2} lts="-0.02em">
                {t('app.name')}
              </Text>
              <Title order={1} c="dimmed" fz="sm" fw={500}>
                {title}
              </Title>
            </div>
          </Group>
          {children}
        </Paper>
        <Group justify="center" mt="lg">
          <LanguageChoice />
        </Group>
      </Box>
    </Center>
  );
}
