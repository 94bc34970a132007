import { useTranslation } from 'react-i18next';
import { CustomerPriceInput } from '@bobina/contract/orders/customer-prices.ts';
import { api } from '../../../lib/api/api.ts';
import { fieldsOf } from '../../../ui/form/use-entity-form.ts';
import { useIdParameter } from '../../../ui/page/EntityLoader.tsx';
import { LoadedPrice } from '../../../ui/prices/LoadedPrice.tsx';
import { PriceForm } from '../../../ui/prices/PriceForm.tsx';
import { CUSTOMER_PRICE_KIND } from './kind.ts';
import { CustomerPriceFields } from './CustomerPriceFields.tsx';

/** Shows the form of an existing customer price. */
function EditCustomerPricePage() {
  const { t } = useTranslation('orders');
  const id = useIdParameter();
  return (
    <LoadedPrice key={id} kind={CUSTOMER_PRICE_KIND} id={id}>
      {(price) => (
        <PriceForm
          kind={CUSTOMER_PRICE_KIND}
          price={price}
          schema={CustomerPriceInput}
          initial={fieldsOf(CustomerPriceInput, price)}
          save={(input, options) => api.customerPrices.update({ id, ...input }, options)}
          others={t('prices.others')}
        >
          <CustomerPriceFields price={price} />
        </PriceForm>
      )}
    </LoadedPrice>
  );
}
export default EditCustomerPricePage;
