import { Button, Group, Loader, Progress, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../overlay/Dialog.tsx';
import { useNarrow } from '../use-narrow.ts';
import { ChooseSheet } from './ChooseSheet.tsx';
import { labelImportColumns } from './import-columns.ts';
import { ColumnsStep } from './ColumnsStep.tsx';
import { PreviewStep } from './PreviewStep.tsx';
import type { RegisterTexts } from './register-texts.ts';
import { ResultsStep } from './ResultsStep.tsx';
import { useRegisterImport } from './use-register-import.ts';

/** The import of a register: file, columns, preview and results. Each opening starts a new import. */
function ImportDialog({ onClose, ...texts }: RegisterTexts & { onClose: () => void }) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const isNarrow = useNarrow('48em');
  const { register, title } = texts;
  // The texts of the area change only with the language, which closes no dialog.
  const columns = useMemo(() => labelImportColumns(register, texts), [register]); // oxlint-disable-line react-hooks/exhaustive-deps
  const { state, setState, choose, check, send, forget } = useRegisterImport(register, columns);
  const isBusy = state.step === 'busy';
  return (
    <Dialog
      onClose={() => (isBusy ? undefined : onClose())}
      title={t('title', { register: title })}
      size={state.step === 'preview' || state.step === 'results' ? 1100 : 720}
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      withCloseButton={!isBusy}
    >
      {state.step === 'choose' && <ChooseSheet {...state} columns={columns} onChoose={choose} onClose={onClose} />}
      {state.step === 'reading' && (
        <Stack gap="sm">
          <Text size="sm">{t('reading', { file: state.file })}</Text>
          <Progress value={state.fraction * 100} aria-label={t('reading', { file: state.file })} />
          <Group justify="flex-end">
            <Button variant="default" onClick={forget}>
              {common('action.cancel')}
            </Button>
          </Group>
        </Stack>
      )}
      {state.step === 'columns' && (
        <ColumnsStep
          register={register}
          columns={columns}
          state={state}
          onChange={setState}
          onBack={forget}
          onCheck={check}
        />
      )}
      {isBusy && (
        <Group>
          <Loader size="sm" />
          <Text aria-live="polite">{t(state.label)}</Text>
        </Group>
      )}
      {state.step === 'preview' && (
        <PreviewStep
          columns={columns}
          preview={state}
          usual={texts.usual}
          onBack={() => {
            const { file, fields, mode, endsPrevious } = state;
            setState({ step: 'columns', file, fields, mode, endsPrevious });
          }}
          onCheck={check}
          onSend={send}
        />
      )}
      {state.step === 'results' && <ResultsStep {...state} columns={columns} onClose={onClose} />}
    </Dialog>
  );
}
export default ImportDialog;
