import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NewCustomerPrice } from '@bobina/contract/orders/customer-prices.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { PriceForm } from '../../../ui/prices/PriceForm.tsx';
import { CUSTOMER_PRICE_KIND } from './kind.ts';
import { CustomerPriceFields } from './CustomerPriceFields.tsx';

function emptyPrice() {
  return {
    customer_id: null,
    product_id: null,
    price: null,
    start_date: companyToday(),
    end_date: null,
  } as unknown as Partial<NewCustomerPrice>;
}

/** Shows the form of a new customer price. */
function NewCustomerPricePage() {
  const { t } = useTranslation('orders');
  const [initial] = useState(emptyPrice);
  return (
    <PriceForm
      kind={CUSTOMER_PRICE_KIND}
      schema={NewCustomerPrice}
      initial={initial}
      save={api.customerPrices.create}
      others={t('prices.others')}
      closing={{
        act: (day) => t('prices.closePrevious', { day }),
        gap: (day) => t('prices.gapAfter', { day }),
      }}
    >
      <CustomerPriceFields />
    </PriceForm>
  );
}
export default NewCustomerPricePage;
