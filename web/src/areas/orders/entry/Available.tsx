import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';

/**
 * Shows how much of a product is free: its stock less what customer orders need, as on its page. Nothing until it is known.
 * @param props.ordered the typed quantity: more than is free is marked
 */
export function Available({ product, unit, ordered }: { product: number; unit: string; ordered: unknown }) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const unitOf = useUnit();
  const { data } = useQuery(api.figures.get.query({ entity: 'products', id: product }));
  const free = data?.find(({ name }) => name === 'free');
  if (!free) return null;
  return (
    <Text
      c={typeof ordered === 'number' && ordered > free.value ? 'var(--bobina-on-light-yellow)' : 'dimmed'}
      size="xs"
      ta="end"
      mt={4}
    >
      {t('lines.available', { quantity: formats.quantity(free.value, unitOf(unit)) })}
    </Text>
  );
}
