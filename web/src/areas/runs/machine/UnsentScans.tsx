import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';

/** Scans that did not reach the server. The field holds only one of them, so the others would be lost. */
export interface Unsent {
  codes: readonly string[];
  /** Keeps a code whose call had no answer. @returns whether it was such a failure */
  keep: (code: string, error: unknown) => boolean;
  drop: (code: string) => void;
}

/** Keeps the scans of a machine that did not reach the server, until they are sent again. */
export function useUnsent(): Unsent {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const drop = (code: string) => setCodes((kept) => kept.filter((one) => one !== shownScan(code)));
  const keep = (code: string, error: unknown) => {
    if (!(error instanceof ApiProblem && error.isPassing)) return false;
    const shown = shownScan(code);
    setCodes((kept) => [...kept.filter((one) => one !== shown), shown]);
    return true;
  };
  return { codes, keep, drop };
}

/** Names the scans that did not reach the server; each can be sent again. */
export function UnsentScans({ unsent: { codes }, onSend }: { unsent: Unsent; onSend: (code: string) => void }) {
  const { t } = useTranslation('runs');
  if (codes.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={t('scan.unsent')}>
      <Group gap={8}>
        {codes.map((code) => (
          <Button key={code} variant="default" onClick={() => onSend(code)}>
            {t('scan.resend', { code })}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}
