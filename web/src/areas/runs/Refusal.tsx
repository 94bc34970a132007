import { Alert, List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiProblem, problemText } from '../../lib/api/problem.ts';
import { EntityLink } from '../../ui/entity-link.tsx';
import { LinkAnchor } from '../../ui/link.tsx';
import { MachineRunLink, RunLink } from '../../ui/run-links.tsx';
import type { Refused } from './use-act.ts';

/** Shows why an act was refused, with links to the cause: a run, a machine, mounted reels or documents. */
export function Refusal({ refused }: { refused: Refused }) {
  const { t } = useTranslation('runs');
  const { error, fallback } = refused;
  const body = error instanceof ApiProblem ? error.body : {};
  const fields = error instanceof ApiProblem ? error.fields : [];
  const lines = [
    ...fields.map(({ path, message }) => <List.Item key={path}>{message}</List.Item>),
    ...(body.inputs ?? []).map(({ id, batch_id, batch_number }) => (
      <List.Item key={`input ${id}`}>
        <EntityLink kind="reel" id={batch_id} text={batch_number} />
      </List.Item>
    )),
    ...(body.used_by ?? []).map(({ kind, id, label, path }) => (
      <List.Item key={`${kind} ${id}`}>{path === null ? label : <LinkAnchor to={path}>{label}</LinkAnchor>}</List.Item>
    )),
    ...(body.run_id === undefined
      ? []
      : [
          <List.Item key="run">
            <RunLink id={body.run_id}>{t('refusal.openRun')}</RunLink>
          </List.Item>,
        ]),
    ...(body.machine_code === undefined
      ? []
      : [
          <List.Item key="machine">
            <MachineRunLink code={body.machine_code}>
              {t('refusal.openMachine', { machine: body.machine_code })}
            </MachineRunLink>
          </List.Item>,
        ]),
  ];
  return (
    <Alert color="red" variant="light" role="alert">
      {problemText(error, fallback)}
      {lines.length > 0 && <List mt={6}>{lines}</List>}
    </Alert>
  );
}
