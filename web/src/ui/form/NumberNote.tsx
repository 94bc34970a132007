import { Button, Text } from '@mantine/core';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Typed } from '@bobina/contract/core/read-number.ts';
import { useFormats } from '../../lib/formats.ts';
import classes from './form.module.css';

interface Props {
  typed: string;
  /** The two readings of the text; null for a number in another unit than the field's. */
  choice: Extract<Typed, { kind: 'ambiguous' }> | null;
  /** The unit of the field. */
  unit: string | undefined;
  onChange: (meant: number) => void;
  input: RefObject<HTMLInputElement | null>;
}

/** Asks below a number field which number an ambiguous text is, or warns that the text has another unit than the field. */
function NumberNote({ typed, choice, unit, onChange, input }: Props) {
  const { t } = useTranslation('numbers');
  const formats = useFormats();
  const choose = (meant: number) => {
    // The field must have the number before its focus shows it for editing.
    flushSync(() => onChange(meant));
    input.current?.focus();
  };
  return (
    <div className={classes.ask} role="alert">
      {choice ? (
        <>
          {t('ambiguous', { typed })}{' '}
          <Button size="compact-sm" variant="light" onClick={() => choose(choice.grouped)}>
            {formats.number(choice.grouped, 5, 2)}
          </Button>
          <Button size="compact-sm" variant="light" onClick={() => choose(choice.decimal)}>
            {formats.number(choice.decimal, 5, 3)}
          </Button>
        </>
      ) : (
        <Text span inherit fw={600} c="var(--bobina-on-light-yellow)">
          {t('otherUnit', { typed, unit })}
        </Text>
      )}
    </div>
  );
}
export default NumberNote;
