import { useTranslation } from 'react-i18next';
import { NumberField } from '../form/NumberField.tsx';

const STEP = 0.01;

/** Shows the field of a price. @param props.currency shown beside the number */
export function PriceAmountField({ currency }: { currency: string | null | undefined }) {
  const { t } = useTranslation();
  return (
    <NumberField
      name="price"
      label={t('prices.field.price')}
      withAsterisk
      step={STEP}
      least={2}
      unit={currency ?? undefined}
    />
  );
}
