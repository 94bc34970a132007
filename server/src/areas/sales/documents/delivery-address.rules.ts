/**
 * Address of an invoice in the Sistema di Interscambio: a code of seven characters, or a certified mail address (PEC).
 */
interface Addressee {
  codice_destinatario: string | null;
  codice_invio_elettronico: string | null;
}
const CODE = /^[A-Z0-9]{7}$/;
const OFFICE_CODE = /^[A-Z0-9]{6}$/;
/** Code of all foreign customers; never valid in Italy. */
const ABROAD = 'XXXXXXX';
/** Tax office of San Marino, which receives the invoices of all its companies. */
const SAN_MARINO = '2R4GTO8';
/** Code of Italian customers without one; they find the invoice on the tax office's portal. */
const NONE = '0000000';

/** Returns the code of seven characters, if the customer has one. The second field contains a code or a PEC. */
export function destinationCode({ codice_destinatario, codice_invio_elettronico }: Addressee): string | null {
  return code(codice_destinatario) ?? code(codice_invio_elettronico);
}
/** Returns the code of six characters of the office of a public body, if the customer has one. */
export function officeCode({ codice_destinatario, codice_invio_elettronico }: Addressee): string | null {
  return [codice_destinatario, codice_invio_elettronico].map(plainCode).find((text) => OFFICE_CODE.test(text)) ?? null;
}
/** Returns the certified mail address (PEC) of a customer, or null. */
export function pecOf({ codice_destinatario, codice_invio_elettronico }: Addressee): string | null {
  return [codice_invio_elettronico, codice_destinatario].find((text) => /^\S+@\S+\.\S+$/.test(text ?? '')) ?? null;
}

/** Returns the recipient code for the invoice file. */
export function recipientCode(
  addressee: Addressee & { country_code: string | null; is_public_body: boolean | null },
): string {
  if (isPublicBody(addressee)) return officeCode(addressee) ?? '';
  if (addressee.country_code === 'IT') return destinationCode(addressee) ?? NONE;
  return addressee.country_code === 'SM' ? SAN_MARINO : ABROAD;
}

/** Reports whether the customer is an Italian public body, which receives FPA12 instead of FPR12. */
export function isPublicBody(customer: { country_code: string | null; is_public_body: boolean | null }): boolean {
  return customer.is_public_body === true && customer.country_code === 'IT';
}

function plainCode(text: string | null): string {
  return (text ?? '').replace(/\s/g, '').toUpperCase();
}

function code(text: string | null): string | null {
  const plain = plainCode(text);
  return CODE.test(plain) && plain !== ABROAD ? plain : null;
}
