import { Badge } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { SecurityEvent } from '@bobina/contract/identity/security-events.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';

/** The fields of an event that the list reads besides those of its columns. */
export const EVENT_ROW = ['id', 'kind', 'account'] as const;
export type SeenEvent = Pick<SecurityEvent, (typeof EVENT_ROW)[number]>;
const column = columnsOf<SecurityEvent>();
const COLORS = {
  sign_in: 'teal',
  sign_in_failed: 'red',
  role_changed: 'blue',
  password_changed: 'blue',
  sessions_ended: 'blue',
};

/** Returns the columns of the security events. An unknown account is shown by the first characters of its hash. */
export function securityEventColumns(t: TFunction<'identity'>, app: TFunction<'app'>): Column<SecurityEvent>[] {
  const accountOf = ({ user_id, account }: Pick<SecurityEvent, 'user_id' | 'account'>) =>
    user_id === null ? t('events.unknown', { hash: account.slice(0, 15) }) : account;
  const roleOf = (role: SecurityEvent['role_before']) => (role === null ? '' : app(`roles.${role}`));
  const rolesOf = ({ role_before, role_after }: Pick<SecurityEvent, 'role_before' | 'role_after'>) =>
    role_after === null ? '' : `${roleOf(role_before)} → ${roleOf(role_after)}`;
  return [
    { key: 'at', label: t('event.at'), kind: 'instant', width: '10.5rem', priority: 1 },
    column(['kind'], {
      key: 'kind',
      label: t('event.kind'),
      value: ({ kind }) => t(`eventKinds.${kind}`),
      cell: ({ kind }) => <Badge color={COLORS[kind]}>{t(`eventKinds.${kind}`)}</Badge>,
      width: 'minmax(9.5rem, 1fr)',
      priority: 1,
    }),
    column(['user_id', 'account'], {
      key: 'account',
      label: t('event.account'),
      value: accountOf,
      width: 'minmax(9rem, 1.5fr)',
      priority: 1,
    }),
    { key: 'address', label: t('event.address'), width: 'minmax(8rem, 1fr)', priority: 2 },
    column(['role_before', 'role_after'], {
      key: 'role_after',
      label: t('event.roles'),
      value: rolesOf,
      width: 'minmax(9rem, 1.5fr)',
      priority: 3,
      sortable: false,
    }),
    { key: 'actor', label: t('event.actor'), width: 'minmax(7rem, 1fr)', priority: 3 },
  ];
}
