import { Alert, Button, Group } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LoadedReelBatch } from '@bobina/contract/production/loading.ts';
import { useCan } from '../../../lib/session.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';

/** Shows what was loaded of products kept by reel: the reels with their labels, and the batches to split into reels. */
export function LoadedReels({ batches }: { batches: readonly LoadedReelBatch[] }) {
  const { t } = useTranslation('production');
  const { t: reels } = useTranslation('reels');
  const mayPrint = useCan()('stock.read');
  const made = batches.filter(({ is_reel }) => is_reel);
  const plain = batches.filter(({ is_reel }) => !is_reel);
  const print = async () => {
    const { openLabels } = await import('../../reels/index.ts');
    await openLabels(
      made.map(({ batch_id }) => batch_id),
      reels,
    );
  };
  return (
    <>
      {made.length > 0 && (
        <Alert color="green" variant="light" title={t('load.reels')}>
          <Group gap="sm" justify="space-between">
            <Numbers batches={made} kind="reel" />
            {mayPrint && (
              <Button variant="default" leftSection={<IconTag size={17} />} onClick={() => void print()}>
                {reels('labels.print')}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      {plain.length > 0 && (
        <Alert color="yellow" variant="light" title={t('load.toSplit')}>
          <Numbers batches={plain} kind="batch" />
        </Alert>
      )}
    </>
  );
}

function Numbers({ batches, kind }: { batches: readonly LoadedReelBatch[]; kind: 'reel' | 'batch' }) {
  return (
    <span>
      {batches.map(({ batch_id, batch_number }, index) => (
        <span key={batch_id}>
          {index > 0 && ' · '}
          <EntityLink kind={kind} id={batch_id} text={batch_number} />
        </span>
      ))}
    </span>
  );
}
