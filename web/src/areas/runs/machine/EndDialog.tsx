import { Alert, Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RunStart, type Run, type RunInput } from '@bobina/contract/production/runs.ts';
import { api } from '../../../lib/api/api.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { Balance } from '../Balance.tsx';
import { refreshRuns } from '../refresh.ts';
import classes from '../runs.module.css';
import { mountedInputs } from './resolve-scan.ts';

const Minutes = RunStart.pick({ setup_minutes: true, run_minutes: true });

interface Props {
  run: Run;
  /** A mounted reel is to be returned first. */
  onReturn: (input: RunInput) => void;
  onClose: () => void;
}

/** Ends a run with its minutes. Reels that are still mounted are listed, each with the button that returns it. */
export function EndDialog({ run, onReturn, onClose }: Props) {
  const { t } = useTranslation('runs');
  const mounted = mountedInputs(run);
  const handle = useEntityForm({
    schema: Minutes,
    initial: { setup_minutes: run.setup_minutes, run_minutes: run.run_minutes },
    save: ({ body }, options) => api.runs.end({ id: run.id, body }, options),
    failure: t('end.failed'),
    onSaved: () => {
      toast.success(t('end.saved'), { takeBack: () => api.runs.reopen({ id: run.id, body: {} }) });
      refreshRuns();
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t('end.title')} saveLabel={t('end.action')} size="lg" onClose={onClose}>
      {mounted.length > 0 && (
        <Wide>
          <Alert color="yellow" variant="light" title={t('end.stillMounted')}>
            <Stack gap={8} className={classes.choices!}>
              {mounted.map((input) => (
                <Button key={input.id} variant="default" size="md" onClick={() => onReturn(input)}>
                  {t('return.of', { reel: input.batch_number })}
                </Button>
              ))}
            </Stack>
          </Alert>
        </Wide>
      )}
      <NumberField name="setup_minutes" label={t('run.setup_minutes')} unit="min" />
      <NumberField name="run_minutes" label={t('run.run_minutes')} description={t('end.runMinutesHint')} unit="min" />
      <Wide>
        <Balance balance={run.balance} />
      </Wide>
    </FormDialog>
  );
}
