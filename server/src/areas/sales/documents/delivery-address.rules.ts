/**
 * Address of an invoice in the Sistema di Interscambio: a code of seven characters, or a certified mail address (PEC).
 */
interface Addressee {
  codice_destinatario: string | null;
  codice_invio_elettronico: string | null;
}
const CODE = /^[A-Z0-9]{7}$/;
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
/** Returns the certified mail address (PEC) of a customer, or null. */
export function pecOf({ codice_destinatario, codice_invio_elettronico }: Addressee): string | null {
  return [codice_invio_elettronico, codice_destinatario].find((text) => /^\S+@\S+\.\S+$/.test(text ?? '')) ?? null;
}

/** Returns the recipient code for the invoice file. */
export function recipientCode(addressee: Addressee & { country_code: string | null }): string {
  if (addressee.country_code === 'IT') return destinationCode(addressee) ?? NONE;
  return addressee.country_code === 'SM' ? SAN_MARINO : ABROAD;
}

function code(text: string | null): string | null {
  const plain = (text ?? '').replace(/\s/g, '').toUpperCase();
  return CODE.test(plain) && plain !== ABROAD ? plain : null;
}
