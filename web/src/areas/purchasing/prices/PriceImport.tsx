import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ImportButton } from '../../../ui/import/ImportButton.tsx';
import { useScreen } from '../../../ui/page/screen-context.ts';

/** The button that imports prices. */
export function PriceImport() {
  const { t } = useTranslation('purchasing');
  const { t: common } = useTranslation();
  const { title } = useScreen();
  const labelOf = (name: string) =>
    name === 'supplier' ? t('prices.supplier') : (common(`prices.field.${name}` as ParseKeys) as string);
  return <ImportButton register="prices" title={title} labelOf={labelOf} optionOf={(_, option) => option} />;
}
