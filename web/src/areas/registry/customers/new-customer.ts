import { EMPTY_PARTY } from '../shared/new-party.ts';

/** Initial values of a new customer. */
export const EMPTY_CUSTOMER = {
  ...EMPTY_PARTY,
  is_active: true,
  valuta: 'EUR',
  tipo_pagamento_id: null,
  vat_code: null,
  is_public_body: false,
  esigibilita: null,
  invoice_by: 'customer',
} as const;
