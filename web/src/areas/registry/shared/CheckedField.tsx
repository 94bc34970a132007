import { deferred } from '../../../ui/deferred.tsx';
import { TextField, type Named } from '../../../ui/form/fields.tsx';
import { NotedField } from '../../../ui/form/NotedField.tsx';

/** Loads after the form: the checks and the names of the countries are not needed to show it. */
export const PartyNote = deferred(async () => (await import('./PartyNote.tsx')).PartyNote);

interface Props extends Named {
  name: 'vat_number' | 'tax_code' | 'codice_destinatario' | 'province' | 'zip_code';
  required?: boolean;
}

/** A text field that is checked for plausibility when it is left. */
export function CheckedField({ name, ...rest }: Props) {
  return (
    <NotedField
      name={name}
      isOfStored
      isOfEmpty={name === 'codice_destinatario'}
      note={(text) => <PartyNote field={name} text={text} />}
    >
      <TextField name={name} {...rest} />
    </NotedField>
  );
}
