/** Links to the screens of runs; plain text for users who may not open them, and while the feature is switched off. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mayEnter, type Capability } from '@bobina/contract/core/permissions.ts';
import { useFeature } from '../lib/features.ts';
import { EMPTY } from '../lib/formats.ts';
import { useCan, useUser } from '../lib/session.ts';
import { LinkButton } from './link.tsx';
import { RowLink } from './table/RowLink.tsx';

/** Whether the reader may open the screens of runs that need this capability. */
export function useMayOpenRuns(capability: Capability): boolean {
  const user = useUser();
  const can = useCan();
  return useFeature('runs') && user !== null && mayEnter(user.role, 'PRODUCTION') && can(capability);
}

/** The address of the page of a machine in production. */
export function machineRunPath(code: string): string {
  return `/produzione/macchina/${encodeURIComponent(code)}`;
}

/** Links to the page of a run. @param children the text; default: its number */
export function RunLink({ id, children }: { id: number | null | undefined; children?: ReactNode }) {
  const { t } = useTranslation();
  const mayOpen = useMayOpenRuns('runs.read');
  if (!id) return <>{children ?? EMPTY}</>;
  const shown = children ?? t('runs.number', { id });
  return mayOpen ? <RowLink href={`/produzione/lavorazioni/${id}`}>{shown}</RowLink> : <>{shown}</>;
}

/** Links a machine to its page in production. */
export function MachineRunLink({ code, children }: { code: string; children?: ReactNode }) {
  const mayOpen = useMayOpenRuns('runs.write');
  const shown = children ?? code;
  return mayOpen ? <RowLink href={machineRunPath(code)}>{shown}</RowLink> : <>{shown}</>;
}

/** A button that opens the page of a machine in production; renders nothing for users who may not open it. */
export function MachineRunButton({ code }: { code: string }) {
  const { t } = useTranslation();
  if (!useMayOpenRuns('runs.write')) return null;
  return (
    <LinkButton to={machineRunPath(code)} variant="default">
      {t('runs.machine')}
    </LinkButton>
  );
}
