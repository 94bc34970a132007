import { useFormHere } from './form-context.ts';
import { NumberBox, type Entered, type NumberBoxProps } from './NumberBox.tsx';

/** A NumberBox of the form around it. Its aria-label names the unit too. */
export function NumberField({
  name,
  label,
  unit,
  onEntered,
  ...rest
}: {
  name: string;
  label: string;
  /** After the form has it: for what it fills in elsewhere. */
  onEntered?: (value: Entered) => void;
} & Omit<NumberBoxProps, 'value' | 'onChange' | 'name' | 'label'>) {
  const form = useFormHere();
  // oxlint-disable-next-line no-explicit-any -- what Mantine types as any
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
