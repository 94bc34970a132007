import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { EMPTY, useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { batchesOf } from './batches.tsx';
import classes from './load.module.css';
import type { Chosen } from './use-load.tsx';

/** The selected rows: what would be loaded, and what is printed. */
export function Selection({ chosen }: { chosen: readonly Chosen[] }) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  const title = t('load.selected', { count: chosen.length, shown: formats.number(chosen.length) });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, by the keyboard too
    <section className={classes.selection} aria-label={t('load.selection')} tabIndex={0}>
      <Text fw={600} size="sm" aria-live="polite">
        {title}
      </Text>
      {chosen.length > 0 && (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('item.code')}</th>
              <th scope="col">{t('status.batch')}</th>
              <th scope="col" className={classes.end}>
                {t('item.quantity')}
              </th>
            </tr>
          </thead>
          <tbody>
            {chosen.map(({ item, quantity }) => (
              <tr key={item.item_id}>
                <td>{item.code}</td>
                <td>{batchesOf(item) ?? EMPTY}</td>
                <td className={classes.end}>
                  {typeof quantity === 'number'
                    ? formats.quantity(quantity, unitOf(item.unit_of_measure))
                    : (quantity ?? EMPTY)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
