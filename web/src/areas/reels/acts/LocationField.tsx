import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { OfferingInput } from '../../../ui/form/OfferingInput.tsx';

interface Props {
  ref?: Ref<HTMLInputElement>;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
}

/** A field for the place of a reel: free text, with the places of other reels as suggestions. */
export function LocationField({ ref, value, error, onChange }: Props) {
  const { t } = useTranslation('reels');
  const locations = useQuery(api.reels.locations.query()).data;
  const typed = value.trim().toLowerCase();
  const isNew = typed !== '' && locations?.every((location) => location.toLowerCase() !== typed) === true;
  return (
    <OfferingInput
      ref={ref}
      label={t('reel.location')}
      offers={(locations ?? []).map((location) => ({ value: location }))}
      value={value}
      // A typing mistake would hide the reel.
      description={isNew ? t('reel.newLocation') : undefined}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={error}
      // Typing replaces the place, as it does a chosen warehouse.
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
