/** Where the Sistema di Interscambio hands an invoice over: a code of seven characters, or a certified mail address. */
interface Addressee {
  codice_destinatario: string | null;
  codice_invio_elettronico: string | null;
}
const CODE = /^[A-Z0-9]{7}$/;
/** The code of whoever is abroad, which is worked out; nobody in Italy has it. */
const ABROAD = 'XXXXXXX';
/** The tax office of San Marino, which receives the invoices of all its companies. */
const SAN_MARINO = '2R4GTO8';
/** The code of those in Italy who have none, but look into their own drawer at the tax office. */
const NONE = '0000000';

/** The second field holds a code or a PEC, as the customer gave it. */
export function destinationCode({ codice_destinatario, codice_invio_elettronico }: Addressee): string | null {
  return code(codice_destinatario) ?? code(codice_invio_elettronico);
}
export function pecOf({ codice_destinatario, codice_invio_elettronico }: Addressee): string | null {
  return [codice_invio_elettronico, codice_destinatario].find((text) => /^\S+@\S+\.\S+$/.test(text ?? '')) ?? null;
}

/** What the file bears of a customer. */
export function recipientCode(addressee: Addressee & { country_code: string | null }): string {
  if (addressee.country_code === 'IT') return destinationCode(addressee) ?? NONE;
  return addressee.country_code === 'SM' ? SAN_MARINO : ABROAD;
}

function code(text: string | null): string | null {
  const plain = (text ?? '').replace(/\s/g, '').toUpperCase();
  return CODE.test(plain) && plain !== ABROAD ? plain : null;
}
