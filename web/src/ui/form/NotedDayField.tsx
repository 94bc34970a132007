import { DayField } from './DayField.tsx';
import { useFieldValue } from './form-context.ts';
import { FutureDay } from './FutureDay.tsx';

/** A required day field with a note below it while its day is in the future. The note neither asks nor refuses. */
export function NotedDayField({ name, label, note }: { name: string; label: string; note: string }) {
  const day = useFieldValue<string | null>(name);
  return (
    <div>
      <DayField name={name} label={label} required />
      <FutureDay day={day} text={note} />
    </div>
  );
}
