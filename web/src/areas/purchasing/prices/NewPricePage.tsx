import { useState } from 'react';
import type { PriceInput } from '@bobina/contract/purchasing/prices.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { PriceForm } from './PriceForm.tsx';

function emptyPrice() {
  return {
    supplier_id: null,
    product_id: null,
    price: null,
    currency: null,
    start_date: companyToday(),
    end_date: null,
  } as unknown as Partial<PriceInput>;
}

function NewPricePage() {
  const [initial] = useState(emptyPrice);
  return <PriceForm initial={initial} save={api.prices.create} />;
}
export default NewPricePage;
