import { Badge, Button, CloseButton, Group, Text } from '@mantine/core';
import { IconCalendarPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CALENDAR_KINDS, type Calendar, type CalendarKind } from '@bobina/contract/system/calendars.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useCan } from '../../../lib/session.ts';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import { toast } from '../../../ui/toasts.ts';

const NEEDS = { deliveries: 'customer_orders.read', arrivals: 'purchase_orders.read' } as const;

/** Shows the user's calendars. @param onCreated is called with the secret address, which is answered once */
export function CalendarsPanel({ onCreated }: { onCreated: (address: string) => void }) {
  const { t } = useTranslation('identity');
  const formats = useFormats();
  const can = useCan();
  const { data } = useQuery(api.calendars.list.query({ query: {} }));
  const create = async (kind: CalendarKind) => {
    try {
      const { path } = await api.calendars.create({ body: { kind } });
      void queryClient.invalidateQueries({ queryKey: ['calendars'] });
      onCreated(`${location.origin}${path ?? ''}`);
    } catch (error) {
      toast.problem(error, t('calendars.failed'));
    }
  };
  const nameOf = ({ kind, created_at }: Calendar) => `${t(`calendars.${kind}`)} · ${formats.instant(created_at)}`;
  const remove = (calendar: Calendar) =>
    removeRow({
      refresh: 'calendars',
      question: t('calendars.deleteConfirm'),
      name: nameOf(calendar),
      isFinal: true,
      remove: (options) => api.calendars.remove({ id: calendar.id }, options),
      done: t('calendars.deleted'),
      failed: t('calendars.failed'),
    });
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t('calendars.purpose')}
      </Text>
      {CALENDAR_KINDS.filter((kind) => can(NEEDS[kind])).map((kind) => (
        <Button
          key={kind}
          size="compact-sm"
          variant="default"
          leftSection={<IconCalendarPlus size={16} />}
          onClick={() => void create(kind)}
        >
          {t(`calendars.${kind}`)}
        </Button>
      ))}
      {data?.rows.map((calendar) => (
        <Badge
          key={calendar.id}
          variant="light"
          tt="none"
          rightSection={
            <CloseButton
              size="xs"
              aria-label={t('calendars.delete', { name: nameOf(calendar) })}
              onClick={() => void remove(calendar)}
            />
          }
        >
          {nameOf(calendar)}
        </Badge>
      ))}
    </Group>
  );
}
