/** Initial values of a new supplier or customer. */
export const EMPTY_PARTY = {
  business_name: '',
  vat_number: '',
  address: '',
  city: '',
  province: '',
  zip_code: '',
  country: 'Italia',
  email: '',
  phone: '',
};
