/** Where the Sistema di Interscambio hands an invoice over: a code of seven characters, or a certified mail address. */
interface Addressee {
  codice_destinatario: string | null;
  codice_invio_elettronico: string | null;
}
const CODE = /^[A-Z0-9]{7}$/;
const code = (text: string | null): string | null => {
  const plain = (text ?? '').replace(/\s/g, '').toUpperCase();
  return CODE.test(plain) ? plain : null;
};

/** The second field holds a code or a PEC, as the customer gave it. */
export const destinationCode = ({ codice_destinatario, codice_invio_elettronico }: Addressee): string | null =>
  code(codice_destinatario) ?? code(codice_invio_elettronico);
export const pecOf = ({ codice_destinatario, codice_invio_elettronico }: Addressee): string | null =>
  [codice_invio_elettronico, codice_destinatario].find((text) => /^\S+@\S+\.\S+$/.test(text ?? '')) ?? null;
