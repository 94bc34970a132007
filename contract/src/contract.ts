/** The whole contract: every call that the API answers, by area. */
import { auth } from './identity/auth.ts';
import { users } from './identity/users.ts';
import { company, settings } from './registry/company.ts';
import { customers, destinations, suppliers } from './registry/parties.ts';
import { machines, warehouses } from './registry/places-and-machines.ts';
import { products } from './registry/products.ts';
import { paymentTerms, vatCodes } from './registry/terms.ts';
import { system } from './system/system.ts';

export const contract = {
  system,
  auth,
  users,
  products,
  warehouses,
  suppliers,
  customers,
  destinations,
  machines,
  paymentTerms,
  vatCodes,
  company,
  settings,
};
