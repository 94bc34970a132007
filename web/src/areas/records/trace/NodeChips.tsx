import { Badge, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TraceNode } from '@bobina/contract/system/trace.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { HoldChip } from '../../../ui/HoldChip.tsx';

/** Shows the origin, the quantities (made, adjusted, used, in stock, delivered) and the hold of a traced batch. */
export function NodeChips({ node }: { node: TraceNode }) {
  const { t } = useTranslation('records');
  const formats = useFormats();
  const unit = useUnit()(node.unit_of_measure);
  return (
    <Group gap={8}>
      <Badge color="gray" variant="light">
        {t(`trace.origin.${node.origin}`)}
      </Badge>
      {node.made !== 0 && (
        <Badge color="gray" variant="light">
          {t('trace.made', { quantity: formats.quantity(node.made, unit) })}
        </Badge>
      )}
      {node.adjusted !== 0 && (
        <Badge color="gray" variant="light">
          {t('trace.adjusted', { quantity: formats.quantity(node.adjusted, unit) })}
        </Badge>
      )}
      {node.used_on !== 0 && (
        <Badge color="gray" variant="light">
          {t('trace.used', { quantity: formats.quantity(node.used_on, unit) })}
        </Badge>
      )}
      {node.in_stock !== 0 && (
        <Badge color="teal" variant="light">
          {t('trace.inStock', { quantity: formats.quantity(node.in_stock, unit) })}
        </Badge>
      )}
      {node.delivered !== 0 && (
        <Badge color="orange" variant="light">
          {t('trace.delivered', { quantity: formats.quantity(node.delivered, unit) })}
        </Badge>
      )}
      <HoldChip reason={node.hold_reason} />
    </Group>
  );
}
