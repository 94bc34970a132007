/** Checks which data an electronic invoice lacks; each result names the screen where it can be filled in. */
import type { EInvoiceFormat } from '@bobina/contract/sales/documents.ts';
import type { MissingRefusal } from '../../../platform/problem.ts';
import { isFrenchTva, isPartitaIva } from '@bobina/contract/registry/party.rules.ts';
import { destinationCode, isPublicBody, officeCode, pecOf } from '../documents/delivery-address.rules.ts';
import { sirenOf, siretOf } from '../shared/french-company.rules.ts';
import { COMPANY_SCREEN, customerScreen } from '../shared/party-snapshot.ts';
import type { InvoiceDocument } from '../documents/read-invoice-document.ts';
import { isInEuropeanUnion } from './european-union.rules.ts';
import { fatturaPaVat } from './fatturapa.ts';
import { europeanVat, isTransfer, italianTaxCode, paymentMethod, validIban, vatDigits } from './numbers.rules.ts';
import { categoryOf } from './vat-categories.rules.ts';

type Check = (document: InvoiceDocument) => MissingRefusal[];
type Fields<T> = readonly (keyof T & string)[];

const VAT_CODES_SCREEN = '/anagrafica/codici-iva';

const PARTY = ['business_name', 'address', 'zip_code', 'city', 'country_code'] as const;
/** FatturaPA uses 00000 for foreign postal codes, and EN 16931 requires none, because many countries have none. */
const HAVE_ZIP_CODES = { fatturapa: new Set(['IT']), facturx: new Set(['FR', 'IT']) };

const ratesGiven: Check = ({ items }) =>
  items.flatMap(({ vat_rate, natura, code, product_id }, at) => {
    const values = { row: at + 1, code };
    if (vat_rate === null)
      return [{ field: `items.${at}.vat_rate`, code: 'vat_rate', values, path: `/anagrafica/prodotti/${product_id}` }];
    return when(vat_rate === 0 && natura === null, () => ({
      field: `items.${at}.natura`,
      code: 'vat_nature',
      values,
      path: VAT_CODES_SCREEN,
    }));
  });

const italianCompany: Check = ({ company: own, payment }) => [
  ...when(own.vat_number !== null && !isPartitaIva(vatDigits(own.vat_number, 'IT')), () =>
    company('vat_number', 'company_vat_format', own.vat_number),
  ),
  ...when(own.zip_code !== null && !/^\d{5}$/.test(own.zip_code), () =>
    company('zip_code', 'company_zip_format', own.zip_code),
  ),
  ...when(own.province !== null && !/^[A-Za-z]{2}$/.test(own.province), () =>
    company('province', 'company_province_format', own.province),
  ),
  ...when(!/^RF(0[124-9]|1\d|20)$/.test(own.regime_fiscale ?? ''), () => company('regime_fiscale', 'company_regime')),
  ...when(isTransfer(paymentMethod(payment.method)) && validIban(own.iban) === null, () =>
    company('iban', 'company_iban'),
  ),
];

const italianCustomer: Check = (document) => {
  const { customer: buyer } = document;
  const vat = vatDigits(buyer.vat_number, 'IT');
  return [
    ...when(vat === '' && italianTaxCode(buyer.tax_code) === null, () =>
      customer(document, 'vat_number', 'customer_tax_id'),
    ),
    ...when(vat !== '' && !isPartitaIva(vat), () =>
      customer(document, 'vat_number', 'customer_vat_format', buyer.vat_number),
    ),
    ...when(buyer.zip_code !== null && !/^\d{5}$/.test(buyer.zip_code), () =>
      customer(document, 'zip_code', 'customer_zip_format', buyer.zip_code),
    ),
    ...when(buyer.province !== null && !/^[A-Za-z]{2}$/.test(buyer.province), () =>
      customer(document, 'province', 'customer_province_format', buyer.province),
    ),
    ...(isPublicBody(buyer)
      ? when(officeCode(buyer) === null, () => customer(document, 'codice_destinatario', 'customer_office_code'))
      : when(destinationCode(buyer) === null && pecOf(buyer) === null, () =>
          customer(document, 'codice_destinatario', 'customer_destination'),
        )),
  ];
};
/** A foreign customer needs no postal code, province or destination code, and outside the Union no VAT number. */
const foreignCustomer: Check = (document) => {
  const vat = fatturaPaVat(document);
  return [
    ...when(vat === null && document.customer.country_code !== null, () =>
      customer(document, 'vat_number', 'customer_vat_number'),
    ),
    ...when(vat !== null && !/^[A-Z0-9]{2,28}$/.test(vat.code), () =>
      customer(document, 'vat_number', 'customer_vat_format', document.customer.vat_number),
    ),
  ];
};

/** Replaced by more specific codes since 2021. */
const RETIRED_NATURES = new Set(['N2', 'N3', 'N6']);
const fatturaPa: Check = (document) => [
  ...italianCompany(document),
  ...(document.customer.country_code === 'IT' ? italianCustomer(document) : foreignCustomer(document)),
  ...when(document.type === 'invoice' && paymentMethod(document.payment.method) === null, () =>
    customer(document, 'modalita_pagamento', 'customer_payment'),
  ),
  ...natures(document)
    .filter((natura) => RETIRED_NATURES.has(natura))
    .map((natura) => ({
      field: 'natura',
      code: 'vat_nature_old' as const,
      values: { natura },
      path: VAT_CODES_SCREEN,
    })),
];
/** The invoice of a French company identifies it, and a French customer, by SIREN. */
const frenchNumbers: Check = (document) => {
  const { company: own, customer: buyer } = document;
  if (own.country_code !== 'FR') return [];
  return [
    ...when(sirenOf(own) === null, () => company('siren', 'company_siren')),
    ...when(own.siret !== null && siretOf(own) === null, () => company('siret', 'company_siret', own.siret)),
    ...when(buyer.country_code === 'FR' && sirenOf(buyer) === null, () =>
      customer(document, 'siren', 'customer_siren'),
    ),
    ...when(buyer.country_code === 'FR' && buyer.siret !== null && siretOf(buyer) === null, () =>
      customer(document, 'siret', 'customer_siret', buyer.siret),
    ),
  ];
};
const facturX: Check = (document) => {
  const { company: own, customer: buyer, payment } = document;
  const ownVat = europeanVat(own.vat_number, own.country_code);
  const buyerVat = europeanVat(buyer.vat_number, buyer.country_code);
  const isWrong = buyer.country_code === 'FR' ? !isFrenchTva(buyerVat) : !isEuropeanVat(buyerVat);
  return [
    ...frenchNumbers(document),
    ...when(own.vat_number !== null && !isEuropeanVat(ownVat), () =>
      company('vat_number', 'company_vat_format', own.vat_number),
    ),
    ...when(buyerVat === '' && needsBuyerVat(document), () => customer(document, 'vat_number', 'customer_vat_number')),
    ...when(buyerVat !== '' && isWrong, () =>
      customer(document, 'vat_number', 'customer_vat_format', buyer.vat_number),
    ),
    ...when(
      document.type === 'invoice' && isTransfer(paymentMethod(payment.method)) && validIban(own.iban) === null,
      () => company('iban', 'company_iban'),
    ),
    ...natures(document)
      .filter((natura) => categoryOf({ vat_rate: 0, natura }) === null)
      .map((natura) => ({
        field: 'natura',
        code: 'vat_nature_facturx' as const,
        values: { natura },
        path: VAT_CODES_SCREEN,
      })),
  ];
};

/**
 * Returns the missing data of a draft or issued document. For a company outside Italy FatturaPA reports only the
 * country, because completing other fields would not help.
 */
export function missingOfEInvoice(document: InvoiceDocument, format: EInvoiceFormat): MissingRefusal[] {
  const { country_code: country } = document.company;
  if (format === 'fatturapa' && country !== null && country !== 'IT')
    return [company('country_code', 'company_not_italian')];
  return [
    ...partiesGiven(document, format),
    ...ratesGiven(document),
    ...(format === 'fatturapa' ? fatturaPa(document) : facturX(document)),
    ...when(document.status === 'cancelled' && !document.is_issued, () => ({
      field: 'status',
      code: 'cancelled',
      path: null,
    })),
  ];
}
/** Reports a draft, which has no electronic invoice yet. */
export function notIssued(document: InvoiceDocument): MissingRefusal[] {
  return when(document.status === 'draft', () => ({ field: 'status', code: 'draft', path: null }));
}

function company(field: string, code: MissingRefusal['code'], value?: string | null): MissingRefusal {
  return {
    field: `company.${field}`,
    code,
    ...(value && { values: { value } }),
    path: COMPANY_SCREEN,
  };
}

function customer(
  { customer: { id, business_name } }: InvoiceDocument,
  field: string,
  code: MissingRefusal['code'],
  value?: string | null,
): MissingRefusal {
  return {
    field: `customer.${field}`,
    code,
    values: { customer: business_name, ...(value && { value }) },
    path: customerScreen(id),
  };
}

function when(isWrong: boolean, refusal: () => MissingRefusal): MissingRefusal[] {
  return isWrong ? [refusal()] : [];
}

function partiesGiven(document: InvoiceDocument, format: EInvoiceFormat): MissingRefusal[] {
  return [
    ...(['vat_number', ...PARTY] as const)
      .filter((field) => document.company[field] === null)
      .map((field) => company(field, `company_${field}`)),
    ...(PARTY satisfies Fields<InvoiceDocument['customer']>)
      .filter((field) => document.customer[field] === null)
      .filter((field) => field !== 'zip_code' || HAVE_ZIP_CODES[format].has(document.customer.country_code ?? ''))
      .map((field) => customer(document, field, `customer_${field}`)),
  ];
}

function natures(document: InvoiceDocument): string[] {
  return [...new Set(document.groups.filter(({ vat_rate }) => vat_rate === 0).flatMap(({ natura }) => natura ?? []))];
}

/**
 * Country letters followed by the number. Limited to the Union, because other numbers are longer: a Moroccan one has 15
 * digits.
 */
function isEuropeanVat(number: string) {
  return /^[A-Z]{2}[A-Z0-9+*]{2,28}$/.test(number);
}

/** EN 16931 requires the buyer's VAT number where it is the reason for the exemption; exports do not need one. */
function needsBuyerVat({ customer: buyer, groups }: InvoiceDocument): boolean {
  return (
    isInEuropeanUnion(buyer.country_code) ||
    groups.some(({ vat_rate, natura }) => {
      const category = vat_rate === null ? null : categoryOf({ vat_rate, natura });
      return category?.code === 'K' || category?.code === 'AE';
    })
  );
}
