/** Late deliveries: the badge and the checkbox that all screens share. */
import { Badge, Checkbox } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { companyToday } from '../lib/company-day.ts';
import { useFormats } from '../lib/formats.ts';

/**
 * The badge of a late line or order, whose tooltip gives the reason. @param day its delivery day: when it is not over, the
 * jobs on the board end after it
 */
export function LateBadge({ day }: { day: string }) {
  const { t } = useTranslation();
  return (
    <Badge
      color="red"
      size="sm"
      miw="max-content"
      title={t(day < companyToday() ? 'late.past' : 'late.planned')}
      leftSection={<IconClock size={12} aria-hidden />}
    >
      {t('late.badge')}
    </Badge>
  );
}

/** A mark beside a day that is over, for a narrow cell. */
export function LateMark({ title }: { title: string }) {
  return (
    <IconClock
      size={14}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing, not a file
      role="img"
      aria-label={title}
      color="var(--mantine-color-error)"
      style={{ marginInlineStart: 4, verticalAlign: '-2px' }}
    >
      <title>{title}</title>
    </IconClock>
  );
}

/** A delivery day, with a badge if its line or order is late. */
export function DeliveryDay({ day, isLate }: { day: string; isLate: boolean }) {
  const formats = useFormats();
  return (
    <span style={{ display: 'inline-flex', flexDirection: 'column', alignItems: 'flex-start', gap: 3 }}>
      {formats.day(day)}
      {isLate && <LateBadge day={day} />}
    </span>
  );
}

/** The checkbox that filters for late rows. */
export function LateOnly({
  value,
  onChange,
}: {
  value: true | undefined;
  onChange: (value: true | undefined) => void;
}) {
  const { t } = useTranslation();
  return (
    <Checkbox
      label={t('late.only')}
      checked={value ?? false}
      onChange={(event) => onChange(event.currentTarget.checked || undefined)}
      style={{ alignSelf: 'center' }}
    />
  );
}
