import { Select } from '../../../ui/form/Select.tsx';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ACTIVE_STATES } from './filters.ts';

type State = (typeof ACTIVE_STATES)[number];

/** Shows whether a row is active as a badge. */
export function ActiveBadge({ isActive }: { isActive: boolean }) {
  const { t } = useTranslation('registry');
  return <Badge color={isActive ? 'teal' : 'gray'}>{t(isActive ? 'state.active' : 'state.inactive')}</Badge>;
}

/** Shows the filter by state: all, active or inactive. */
export function ActiveFilter({
  value,
  onChange,
}: {
  value: State | undefined;
  onChange: (state: State | undefined) => void;
}) {
  const { t } = useTranslation('registry');
  return (
    <Select
      aria-label={t('state.label')}
      placeholder={t('state.any')}
      w={170}
      clearable
      clearButtonProps={{ 'aria-label': t('state.any') }}
      value={value ?? null}
      data={ACTIVE_STATES.map((state) => ({ value: state, label: t(`state.${state}`) }))}
      onChange={(state) => onChange((state ?? undefined) as State | undefined)}
    />
  );
}
