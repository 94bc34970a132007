import { Checkbox, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { foldForSearch } from '../../../lib/fold-for-search.ts';
import { useFormats } from '../../../lib/formats.ts';
import classes from './programs.module.css';

interface Props {
  label: string;
  description?: string;
  /** `note`: a name in the language of programs, beside the label. */
  options: readonly { value: string; label: string; note?: string }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Buttons that choose several at once. */
  children?: ReactNode;
}

/** A long list of checkboxes in columns, with a search and the number of chosen ones. The dialog around it scrolls. */
export function CheckList({ label, description, options, value, onChange, children }: Props) {
  const { t } = useTranslation('identity');
  const formats = useFormats();
  const [find, setFind] = useState('');
  const id = useId();
  const wanted = foldForSearch(find.trim());
  const found = options.filter((option) => foldForSearch(`${option.label} ${option.note ?? ''}`).includes(wanted));
  return (
    <Checkbox.Group
      label={label}
      description={description}
      value={[...value]}
      onChange={onChange}
      aria-describedby={`${id}-count`}
    >
      <div className={classes.tools}>
        <TextInput
          aria-label={t('programs.find')}
          placeholder={t('programs.find')}
          leftSection={<IconSearch size={16} />}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
          // Enter would save the form around the list.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        {children}
        <output id={`${id}-count`}>
          {t('programs.chosen', { chosen: formats.number(value.length), all: formats.number(options.length) })}
        </output>
      </div>
      <div className={classes.checks}>
        {found.map((option) => (
          <Checkbox
            key={option.value}
            value={option.value}
            label={option.label}
            {...(option.note && { description: option.note })}
          />
        ))}
      </div>
      {found.length === 0 && <p className={classes.none}>{t('programs.noneFound', { find: find.trim() })}</p>}
    </Checkbox.Group>
  );
}
