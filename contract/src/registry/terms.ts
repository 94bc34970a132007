/** Payment terms and VAT codes. */
import { z } from 'zod';
import { decimalOf, sum } from '../core/decimal.ts';
import { del, get, list, post, put } from '../core/endpoint.ts';
import { audit, bestFirst, decimal, optionalText, positive, text, unlessEmpty, whole } from '../core/fields.ts';

/** The maximum number of instalments of a payment term. */
export const MOST_INSTALMENTS = 36;

function instalments() {
  return z
    .array(z.object({ days: whole().max(3650), percent: positive().max(100) }))
    .max(MOST_INSTALMENTS)
    .refine((all) => all.length === 0 || sum(all.map(({ percent }) => decimalOf(percent))).eq(100), {
      params: { code: 'percents' },
    });
}

export const PaymentTermInput = z
  .object({
    descrizione: text(),
    /** Empty is 0. */
    giorni_differita: whole().max(3650).nullish(),
    /** Day of the month, 0 for none. */
    giorno_fisso_scadenza: whole().max(31).nullish(),
    fine_mese: unlessEmpty(z.boolean()),
    /** Several due dates: their percents make 100, and each is due by its days instead of `giorni_differita`. */
    instalments: instalments().nullish(),
  })
  .meta({ id: 'PaymentTermInput' });
export const PaymentTerm = z
  .object({
    id: z.int(),
    descrizione: z.string(),
    giorni_differita: z.int(),
    giorno_fisso_scadenza: z.int(),
    fine_mese: z.boolean(),
    /** Empty: one instalment, by `giorni_differita`. */
    instalments: z.array(z.object({ days: z.int(), percent: z.number() })),
    ...audit,
  })
  .meta({ id: 'PaymentTerm' });
export type PaymentTerm = z.infer<typeof PaymentTerm>;

export const paymentTerms = {
  list: list('/condizioni-pagamento', {
    shownAs: 'tipo_pagamento',
    summary: 'Payment terms',
    description: 'Lists payment terms by description.',
    needs: 'registry.read',
    row: PaymentTerm,
    sort: ['descrizione', 'giorni_differita', 'giorno_fisso_scadenza', 'fine_mese'],
    filters: bestFirst(),
  }),
  get: get('/condizioni-pagamento/{id}', {
    summary: 'One payment term',
    description: 'Returns a payment term with its instalments.',
    needs: 'registry.read',
    reply: PaymentTerm,
  }),
  create: post('/condizioni-pagamento', {
    summary: 'Create a payment term',
    description: 'Creates a payment term: days, end of month, and a fixed day of the month.',
    needs: 'payment_terms.write',
    body: PaymentTermInput,
    reply: PaymentTerm,
  }),
  update: put('/condizioni-pagamento/{id}', {
    summary: 'Change a payment term',
    description: 'Changes a payment term. Due dates of issued invoices stay as they are.',
    needs: 'payment_terms.write',
    body: PaymentTermInput.partial(),
    reply: PaymentTerm,
    errors: { STALE_VERSION: 'Another user changed the payment term since the version in `If-Match` was read.' },
  }),
  remove: del('/condizioni-pagamento/{id}', {
    summary: 'Delete a payment term that no customer has',
    description: 'Deletes a payment term. Due dates of issued invoices stay as they are.',
    needs: 'payment_terms.write',
    errors: { IN_USE: 'At least one customer has this payment term.' },
  }),
};

export const VatCodeInput = z
  .object({
    code: text(20),
    /** Percent. */
    rate: decimal().max(100),
    /** Reason for 0 % VAT, as a code of the Italian electronic invoice: N1 … N7, N2.1 … */
    natura: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^N[1-7](\.[1-9])?$/)
      .nullish(),
    description: optionalText(),
  })
  .meta({ id: 'VatCodeInput' });
export const VatCode = z
  .object({
    id: z.int(),
    code: z.string(),
    rate: z.number(),
    natura: z.string().nullable(),
    description: z.string().nullable(),
    ...audit,
  })
  .meta({ id: 'VatCode' });
export type VatCode = z.infer<typeof VatCode>;

export const vatCodes = {
  list: list('/vat-codes', {
    shownAs: 'vat',
    summary: 'VAT codes',
    description: 'Lists VAT codes by code. `q` searches code, description and `natura`.',
    needs: 'registry.read',
    row: VatCode,
    sort: ['code', 'rate', 'natura', 'description'],
  }),
  get: get('/vat-codes/{id}', {
    summary: 'One VAT code',
    description: 'Returns a VAT code with its rate in percent and, without VAT, its `natura`.',
    needs: 'registry.read',
    reply: VatCode,
  }),
  create: post('/vat-codes', {
    summary: 'Create a VAT code',
    description: 'Creates a VAT code. A code without VAT needs its `natura` (N1 to N7).',
    needs: 'vat_codes.write',
    body: VatCodeInput,
    reply: VatCode,
    errors: { CODE_EXISTS: 'This VAT code exists already.' },
  }),
  update: put('/vat-codes/{id}', {
    summary: 'Change a VAT code',
    description: 'Changes a VAT code. Issued invoices keep their rates.',
    needs: 'vat_codes.write',
    body: VatCodeInput.partial(),
    reply: VatCode,
    errors: {
      CODE_EXISTS: 'This VAT code exists already.',
      STALE_VERSION: 'Another user changed the VAT code since the version in `If-Match` was read.',
    },
  }),
};
