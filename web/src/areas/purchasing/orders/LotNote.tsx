import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { inLots } from '../lots.ts';
import type { OrderLine } from './order-line.ts';

interface Props {
  line: OrderLine;
  onQuantity: (quantity: number) => void;
}

/** Names the lots of a line's product, and offers the next quantity that they allow for another one. */
function LotNote({ line: { lots, unit, quantity }, onQuantity }: Props) {
  const { t } = useTranslation('productSupply');
  const formats = useFormats();
  const unitOf = useUnit();
  const { min_lot, lot_multiple } = lots!;
  const shown = (amount: number) => (unit ? formats.quantity(amount, unitOf(unit)) : formats.number(amount));
  const multiple = lot_multiple === null ? null : shown(lot_multiple);
  const allowed = typeof quantity === 'number' && quantity > 0 ? inLots(quantity, lots!) : quantity;
  const parts = [
    ...(min_lot > 0 ? [t('lots.least', { least: shown(min_lot) })] : []),
    ...(multiple === null ? [] : [t(min_lot > 0 ? 'lots.multiple' : 'lots.onlyMultiple', { multiple })]),
  ];
  return (
    <Group gap="sm" mih={32}>
      <Text size="sm" c="dimmed">
        {parts.join(', ')}
      </Text>
      {typeof allowed === 'number' && allowed !== quantity && (
        <Button size="compact-sm" variant="light" onClick={() => onQuantity(allowed)}>
          {t('lots.take', { quantity: shown(allowed) })}
        </Button>
      )}
    </Group>
  );
}
export default LotNote;
