import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ImportButton } from '../import/ImportButton.tsx';
import { useScreen } from '../page/screen-context.ts';

/** The button that imports prices. @param labels the labels of the columns that prices of suppliers and customers do not share */
export function PriceImport({
  register,
  labels,
}: {
  register: 'prices' | 'customer-prices';
  labels: Readonly<Record<string, string>>;
}) {
  const { t } = useTranslation();
  const { title } = useScreen();
  const labelOf = (name: string) => labels[name] ?? (t(`prices.field.${name}` as ParseKeys) as string);
  return <ImportButton register={register} title={title} labelOf={labelOf} optionOf={(_, option) => option} />;
}
