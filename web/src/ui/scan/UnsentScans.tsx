import { Alert, Button, Group } from '@mantine/core';
import { useState } from 'react';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import { ApiProblem } from '../../lib/api/problem.ts';

/** Scans that did not reach the server. The screen keeps none of them, or only the last one, so they would be lost. */
export interface Unsent {
  codes: readonly string[];
  add: (code: string) => void;
  /** Keeps a code whose call had no answer. @returns whether it was such a failure */
  keep: (code: string, error: unknown) => boolean;
  drop: (code: string) => void;
}

/** Keeps the scans of a screen that did not reach the server, until they are sent again. */
export function useUnsent(): Unsent {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const drop = (code: string) => setCodes((kept) => kept.filter((one) => one !== shownScan(code)));
  const add = (code: string) => {
    const shown = shownScan(code);
    setCodes((kept) => [...kept.filter((one) => one !== shown), shown]);
  };
  const keep = (code: string, error: unknown) => {
    if (!(error instanceof ApiProblem && error.isPassing)) return false;
    add(code);
    return true;
  };
  return { codes, add, keep, drop };
}

interface Props {
  unsent: Unsent;
  title: string;
  /** The label of the button that sends a code again. */
  labelOf: (code: string) => string;
  onSend: (code: string) => void;
}

/** Names the scans that did not reach the server; each can be sent again. */
export function UnsentScans({ unsent: { codes }, title, labelOf, onSend }: Props) {
  if (codes.length === 0) return null;
  return (
    <Alert color="yellow" variant="light" title={title}>
      <Group gap={8}>
        {codes.map((code) => (
          <Button key={code} variant="default" onClick={() => onSend(code)}>
            {labelOf(code)}
          </Button>
        ))}
      </Group>
    </Alert>
  );
}
