import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { prepared } from '../../../ui/prepared.tsx';
import type { ChartKey } from '../by-role.ts';

// The chart library is larger than the home: it is loaded after the figures.
const Charts = prepared(() => import('./Charts.tsx'));

/** The charts, with their place reserved until their code is loaded. */
export function DeferredCharts({ shown }: { shown: readonly ChartKey[] }) {
  const { t } = useTranslation('home');
  return (
    <Suspense
      fallback={
        <output aria-label={t('charts.loading')}>
          <Skeleton h={300} radius="lg" />
        </output>
      }
    >
      <Charts shown={shown} />
    </Suspense>
  );
}
