import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
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
  return (
    <Autocomplete
      label={t('reel.location')}
      data={locations}
      limit={20}
      maxLength={200}
      autoComplete="off"
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}
