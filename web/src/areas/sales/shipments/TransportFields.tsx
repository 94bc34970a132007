import { useTranslation } from 'react-i18next';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import { UsedTextInput } from '../../../ui/form/UsedTextField.tsx';
import classes from './shipments.module.css';

/** The transport data of a packing list, as typed; an empty field is null. */
export interface Transport {
  carrier: string | null;
  appearance: string | null;
  packages: Entered;
  gross_weight: Entered;
  net_weight: Entered;
}
export const NO_TRANSPORT: Transport = {
  carrier: null,
  appearance: null,
  packages: null,
  gross_weight: null,
  net_weight: null,
};

interface Props {
  value: Transport;
  /** The refusals of the server, by field. */
  errors: Partial<Record<string, string>>;
  onChange: (value: Transport) => void;
}

/** Fields for the transport data that the packing list will state. None is required. */
export function TransportFields({ value, errors, onChange }: Props) {
  const { t } = useTranslation('sales');
  const text = (name: 'carrier' | 'appearance') => (
    <UsedTextInput
      data-path={name}
      entity="packing-lists"
      field={name}
      label={t(`transport.${name}`)}
      value={value[name] ?? ''}
      error={errors[name]}
      onChange={(event) => onChange({ ...value, [name]: event.currentTarget.value || null })}
    />
  );
  const number = (name: 'packages' | 'gross_weight' | 'net_weight') => (
    <NumberBox
      data-path={name}
      label={t(`transport.${name}`)}
      {...(name === 'packages' ? { decimals: 0 } : { unit: 'kg' })}
      value={value[name]}
      error={errors[name]}
      onChange={(entered) => onChange({ ...value, [name]: entered })}
    />
  );
  return (
    <fieldset className={classes.transport}>
      <legend className="visually-hidden">{t('transport.title')}</legend>
      {text('carrier')}
      {text('appearance')}
      {number('packages')}
      {number('gross_weight')}
      {number('net_weight')}
    </fieldset>
  );
}
