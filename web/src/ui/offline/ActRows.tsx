import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import type { ActRow } from '../../lib/offline/acts.ts';
import { useUnit } from '../../lib/use-unit.ts';

/** The rows of an act that are named; the others are counted. */
const SHOWN_ROWS = 2;

/** The first rows of an act, each with its product, batch and quantity. */
export function ActRows({ rows }: { rows: readonly ActRow[] }) {
  const { t } = useTranslation('offline');
  const formats = useFormats();
  const unitOf = useUnit();
  const count = rows.length - SHOWN_ROWS;
  return (
    <>
      {rows.slice(0, SHOWN_ROWS).map(({ code, batch, quantity, unit }, index) => (
        <Text key={index} size="sm">
          {[
            code,
            ...(batch === null ? [] : [t('pending.batch', { batch })]),
            quantity === null ? t('pending.notCounted') : formats.quantity(quantity, unitOf(unit)),
          ].join(' · ')}
        </Text>
      ))}
      {count > 0 && <Text size="sm">{t('pending.moreRows', { count, shown: formats.number(count) })}</Text>}
    </>
  );
}
