import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ImportButton } from '../../../ui/import/ImportButton.tsx';

/** The labels of columns whose names differ from those of the form's fields. */
const LABELS: Record<string, ParseKeys<'stock'>> = { warehouse: 'stock.warehouse', batch_number: 'stock.batch' };

/** The button that imports opening stock: one manual load per row. */
export function OpeningStockImport() {
  const { t } = useTranslation('stock');
  const labelOf = (name: string) => t(LABELS[name] ?? (`movement.${name}` as ParseKeys<'stock'>)) as string;
  return (
    <ImportButton
      register="opening-stock"
      title={t('movements.openingStock')}
      labelOf={labelOf}
      optionOf={(_, option) => option}
    />
  );
}
