import { useFormHere } from './form-context.ts';
import { NumberBox, type Entered, type NumberBoxProps } from './NumberBox.tsx';

/** A NumberBox bound to the surrounding form. Its aria-label includes the unit. */
export function NumberField({
  name,
  label,
  unit,
  onEntered,
  ...rest
}: {
  name: string;
  label: string;
  /** Called after the form has the value, to fill in other fields. */
  onEntered?: (value: Entered) => void;
} & Omit<NumberBoxProps, 'value' | 'onChange' | 'name' | 'label'>) {
  const form = useFormHere();
  // oxlint-disable-next-line no-explicit-any -- Mantine types it as any
  const { error, onFocus, onBlur, ...props } = form.getInputProps(name) as Record<string, any>;
  const value = form.useWatchValue(name) as Entered;
  return (
    <NumberBox
      data-path={props['data-path']}
      error={error}
      onFocus={onFocus}
      onBlur={onBlur}
      name={name}
      label={label}
      unit={unit}
      aria-label={unit ? `${label} (${unit})` : undefined}
      value={value}
      onChange={(next) => {
        form.setFieldValue(name, next);
        onEntered?.(next);
      }}
      {...rest}
    />
  );
}
