import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';

interface Props {
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** A field for the place of a reel: free text, with the places of other reels as suggestions. */
export function LocationField({ value, error, onChange }: Props) {
  const { t } = useTranslation('reels');
  const locations = useQuery(api.reels.locations.query()).data ?? [];
  const list = useId();
  return (
    <>
      <TextInput
        label={t('reel.location')}
        list={list}
        maxLength={200}
        autoComplete="off"
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {/* The browser's own suggestions: the combobox of the library would be part of every first load. */}
      <datalist id={list}>
        {locations.map((location) => (
          <option key={location} value={location} aria-label={location} />
        ))}
      </datalist>
    </>
  );
}
