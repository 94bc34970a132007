import { useFormHere } from './form-context.ts';
import { DayBox, type DayBoxProps } from './DayBox.tsx';

/** A DayBox of the form around it. */
export function DayField({
  name,
  ...rest
}: { name: string; label: string } & Omit<DayBoxProps, 'value' | 'onChange' | 'error' | 'name'>) {
  const form = useFormHere();
  // oxlint-disable-next-line no-explicit-any -- what Mantine types as any
  const { error, ...props } = form.getInputProps(name) as Record<string, any>;
  const value = form.useWatchValue(name) as string | null;
  return (
    <DayBox
      {...({ 'data-path': props['data-path'] } as object)}
      {...rest}
      name={name}
      error={error}
      value={value}
      onChange={(day) => form.setFieldValue(name, day)}
    />
  );
}
