import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { prepared } from '../../../ui/prepared.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { MaterialsForm } from './MaterialsForm.tsx';
import { SupplyForm } from './SupplyForm.tsx';

// The chart library is larger than the page.
const ProjectionChart = prepared(() => import('./ProjectionChart.tsx'));

/** The supply of a product: its expected stock, its lead time and lots, and its materials. */
export function SupplyTab({ product_id }: { product_id: number }) {
  const { t } = useTranslation('productSupply');
  const can = useCan();
  const supply = useQuery(api.productSupply.get.query({ id: product_id }));
  const materials = useQuery(api.productSupply.materials.query({ id: product_id }));
  const failed = supply.error ?? materials.error;
  return (
    <Stack gap="md">
      {can('stock.read') && (
        <Suspense
          fallback={
            <output aria-label={t('loading')}>
              <Skeleton h={260} radius="lg" />
            </output>
          }
        >
          <ProjectionChart product_id={product_id} />
        </Suspense>
      )}
      {failed && (
        <LoadFailed
          error={failed}
          onRetry={() => {
            void supply.refetch();
            void materials.refetch();
          }}
        />
      )}
      {supply.data && <SupplyForm supply={supply.data} />}
      {materials.data && <MaterialsForm product_id={product_id} stored={materials.data.materials} />}
    </Stack>
  );
}
