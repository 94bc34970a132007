import type { ConstraintProblems } from '../../platform/http/errors.ts';
import { Problem } from '../../platform/problem.ts';
import { companyHandlers, settingsHandlers } from './company.ts';
import { declarationHandlers } from './declarations.ts';
import { contactHandlers } from './contacts.ts';
import { customerHandlers } from './customers.ts';
import { destinationHandlers } from './destinations.ts';
import { machineHandlers, warehouseHandlers } from './places-and-machines.ts';
import { productHandlers } from './products.ts';
import { supplierHandlers } from './suppliers.ts';
import { paymentTermHandlers, vatCodeHandlers } from './terms.ts';

export const registryHandlers = {
  products: productHandlers,
  warehouses: warehouseHandlers,
  suppliers: supplierHandlers,
  customers: customerHandlers,
  destinations: destinationHandlers,
  contacts: contactHandlers,
  machines: machineHandlers,
  paymentTerms: paymentTermHandlers,
  vatCodes: vatCodeHandlers,
  company: companyHandlers,
  settings: settingsHandlers,
  declarationsOfIntent: declarationHandlers,
};

function codeExists() {
  return new Problem('CODE_EXISTS', { fields: [{ path: 'code', code: 'exists' }] });
}
export const registryConstraints: ConstraintProblems = {
  products_code_unique: codeExists,
  machines_code_unique: codeExists,
  vat_codes_code_unique: codeExists,
  declarations_of_intent_protocol_unique: () =>
    new Problem('CODE_EXISTS', { fields: [{ path: 'protocol', code: 'exists' }] }),
  declarations_of_intent_used: () => new Problem('IN_USE'),
  declarations_of_intent_ceiling: () => new Problem('IN_USE', { fields: [{ path: 'ceiling', code: 'alreadyUsed' }] }),
};
