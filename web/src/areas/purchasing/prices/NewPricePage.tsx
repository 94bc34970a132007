import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewPrice } from '@bobina/contract/purchasing/prices.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { PriceForm } from '../../../ui/prices/PriceForm.tsx';
import { SUPPLIER_PRICE_KIND } from './kind.ts';
import { PriceFields } from './PriceFields.tsx';

function emptyPrice() {
  return {
    supplier_id: null,
    product_id: null,
    price: null,
    currency: null,
    start_date: companyToday(),
    end_date: null,
  } as unknown as Partial<NewPrice>;
}

/** Shows the form of a new price. */
function NewPricePage() {
  const { t } = useTranslation('purchasing');
  const [initial] = useState(emptyPrice);
  return (
    <PriceForm
      kind={SUPPLIER_PRICE_KIND}
      schema={NewPrice}
      initial={initial}
      save={api.prices.create}
      others={t('prices.others')}
      closing={{
        act: (day) => t('prices.closePrevious', { day }),
        gap: (day) => t('prices.gapAfter', { day }),
      }}
    >
      <PriceFields />
    </PriceForm>
  );
}
export default NewPricePage;
