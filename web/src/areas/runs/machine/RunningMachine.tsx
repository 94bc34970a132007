import { ActionIcon, Alert, Button, Group, TextInput, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { WithWarnings } from '@bobina/contract/core/endpoint.ts';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import type { Run, RunInput } from '@bobina/contract/production/runs.ts';
import type { MachineJob } from '@bobina/contract/production/scheduling.ts';
import type { Scanned } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { openLabels } from '../../reels/index.ts';
import { BalancePart } from '../Balance.tsx';
import { Inputs, Outputs, Wastes } from '../Parts.tsx';
import { Refusal } from '../Refusal.tsx';
import classes from '../runs.module.css';
import { useAct } from '../use-act.ts';
import { EndDialog } from './EndDialog.tsx';
import { JobCard } from './JobCard.tsx';
import { MadeDialog } from './MadeDialog.tsx';
import { MountDialog } from './MountDialog.tsx';
import { Mounted } from './Mounted.tsx';
import { goodsOf, mountedInputs, resolveScan } from './resolve-scan.ts';
import { ReturnDialog } from './ReturnDialog.tsx';
import { UnsentScans, useUnsent } from '../../../ui/scan/UnsentScans.tsx';
import { WarningsDialog } from './WarningsDialog.tsx';
import { WasteDialog } from './WasteDialog.tsx';

/** The acts by the digit that starts them from the field, so that the keyboard and a sheet of barcodes suffice. */
const ACT_KEYS = { 1: 'mount', 2: 'made', 3: 'waste', 4: 'end' } as const;
/** The large buttons. */
const BUTTONS = ['mount', 'made', 'waste'] as const;
type Act = (typeof ACT_KEYS)[keyof typeof ACT_KEYS];

type Open =
  | { name: Act; found?: readonly Scanned[] }
  | { name: 'return'; input: RunInput }
  | { name: 'warnings'; input: RunInput; warnings: readonly string[] };

interface Props {
  run: Run;
  job: MachineJob | undefined;
}

/**
 * Shows the open run of a machine with its acts. The field keeps the focus: a scanned reel is mounted, a scanned mounted
 * reel is returned, and a typed digit starts an act.
 */
export function RunningMachine({ run, job }: Props) {
  const { t } = useTranslation('runs');
  const { t: reels } = useTranslation('reels');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState<Open | null>(null);
  const [unknown, setUnknown] = useState<string | null>(null);
  /** The reels that were made last, for their labels. */
  const [labelled, setLabelled] = useState<readonly number[]>([]);
  const { act, settled, isBusy, refused, refuse, forget } = useAct();
  const unsent = useUnsent();
  const mounted = mountedInputs(run);
  /** Codes under way: a trigger that is pulled twice scans once. */
  const taking = useRef(new Set<string>());
  const focusField = () => field.current?.focus({ preventScroll: true });
  useEffect(() => {
    if (open !== null) return undefined;
    // After the dialog has given the focus back to what opened it.
    const timer = setTimeout(focusField);
    return () => clearTimeout(timer);
  }, [open]);
  const close = () => setOpen(null);
  /** A dialog that opens during a scan leaves half a code in the field. */
  const show = (next: Open) => {
    setTyped('');
    setOpen(next);
  };
  const start = (next: Open) => {
    setUnknown(null);
    forget();
    show(next);
  };

  const onMounted = (input: WithWarnings<RunInput>) => {
    const warnings = (input.warnings ?? []).map(({ message }) => message);
    if (warnings.length > 0) show({ name: 'warnings', input, warnings });
  };
  /** Keeps a code that did not reach the server, also in the field, selected, unless another was typed meanwhile. */
  const keepUnsent = (code: string, error: unknown) => {
    const input = field.current;
    if (!unsent.keep(code, error) || !input || input.value !== '') return;
    flushSync(() => setTyped(shownScan(code)));
    if (input === document.activeElement) input.select();
  };
  const mount = async (found: Scanned, code: string) => {
    const send = async () => {
      try {
        return await api.runs.mount({ id: run.id, body: { batch_id: found.batch_id } });
      } catch (error) {
        keepUnsent(code, error);
        throw error;
      }
    };
    const done = await act(send, {
      done: () => t('mount.done', { name: goodsOf(found, formats) }),
      undo: ({ id }) => api.runs.removeInput({ id: run.id, inputId: id }),
      failed: t('mount.failed'),
    });
    if (done) onMounted(done.answer);
  };
  const take = async (code: string) => {
    setTyped('');
    if (taking.current.has(code)) return;
    taking.current.add(code);
    unsent.drop(code);
    setUnknown(null);
    forget();
    try {
      await settled();
      // The screen may be older than the act before this scan.
      const meaning = await resolveScan(code, await api.runs.get({ id: run.id }));
      if (meaning.kind === 'return') return show({ name: 'return', input: meaning.input });
      if (meaning.kind === 'choose') return show({ name: 'mount', found: meaning.found });
      if (meaning.kind === 'unknown') return setUnknown(shownScan(code));
      if (meaning.found.kind === 'batch') return show({ name: 'mount', found: [meaning.found] });
      await mount(meaning.found, code);
    } catch (error) {
      keepUnsent(code, error);
      refuse({ error, fallback: t('mount.failed') });
    } finally {
      taking.current.delete(code);
    }
  };
  useLayerHandler('scan', ({ code }) => () => {
    void take(code);
    focusField();
  });
  const submit = (text: string) => {
    if (text === '') return;
    const next = ACT_KEYS[text as unknown as keyof typeof ACT_KEYS] as Act | undefined;
    if (next === undefined) return void take(text);
    setTyped('');
    start({ name: next });
  };

  /** Asks, then takes something of the run back. */
  const takeBack = async (what: { question: string; name: string; send: () => Promise<unknown> }) => {
    const message = (
      <>
        {what.question}
        <br />
        <strong>{what.name}</strong>
      </>
    );
    const label = t('takeBack.action');
    const cancelLabel = common('action.close');
    if (await confirm({ title: label, message, confirmLabel: label, cancelLabel, danger: true, isFinal: true }))
      await act(what.send, { done: () => t('takeBack.done', { name: what.name }), failed: t('takeBack.failed') });
    setTimeout(focusField);
  };
  const removeInput = (input: RunInput) =>
    takeBack({
      question: t(input.dismounted_at === null || !input.is_reel ? 'takeBack.mount' : 'takeBack.mountAndReturn'),
      name: input.batch_number,
      send: () => api.runs.removeInput({ id: run.id, inputId: input.id }),
    });
  const removeReturn = (input: RunInput) =>
    takeBack({
      question: t('takeBack.return'),
      name: input.batch_number,
      send: () => api.runs.removeReturn({ id: run.id, inputId: input.id }),
    });
  return (
    <>
      <JobCard run={run} job={job} />
      <div className={classes.acts}>
        {BUTTONS.map((name, index) => (
          <Button
            key={name}
            className={classes.act!}
            variant={name === 'waste' ? 'default' : 'filled'}
            rightSection={<span aria-hidden>{index + 1}</span>}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => start({ name })}
          >
            {t(`act.${name}`)}
          </Button>
        ))}
      </div>
      <div className={classes.part}>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            submit(typed.trim());
          }}
        >
          <ScanField>
            <TextInput
              ref={field}
              data-only-codes
              size="lg"
              label={t('scan.code')}
              description={t('scan.hint')}
              autoComplete="off"
              enterKeyHint="go"
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </ScanField>
        </form>
        <div aria-live="polite" className={classes.part}>
          {unknown !== null && (
            <Alert color="red" variant="light" role="alert">
              {t('scan.unknown', { code: unknown })}
            </Alert>
          )}
          {refused && <Refusal refused={refused} />}
          <UnsentScans
            unsent={unsent}
            title={t('scan.unsent')}
            labelOf={(code) => t('scan.resend', { code })}
            onSend={(code) => void take(code)}
          />
          {labelled.length > 0 && (
            <Alert
              color="green"
              variant="light"
              title={t('labels.title', { count: labelled.length, shown: formats.number(labelled.length) })}
            >
              <Group>
                <Button
                  size="md"
                  leftSection={<IconPrinter size={20} />}
                  onClick={() => void openLabels(labelled, reels)}
                >
                  {t('labels.print')}
                </Button>
                <Button size="md" variant="default" onClick={() => (setLabelled([]), focusField())}>
                  {common('action.close')}
                </Button>
              </Group>
            </Alert>
          )}
        </div>
      </div>
      <Mounted
        inputs={mounted}
        isBusy={isBusy}
        onReturn={(input) => start({ name: 'return', input })}
        onRemove={(input) => void removeInput(input)}
      />
      <Outputs
        rows={run.outputs}
        acts={(output) => {
          const quantity = formats.quantity(output.quantity, unitOf(output.unit_of_measure), 3);
          const name = [output.batch_number ?? output.product_code, quantity].join(' · ');
          return (
            <TakeBack
              name={name}
              onClick={() =>
                void takeBack({
                  question: t('takeBack.output'),
                  name,
                  send: () => api.runs.removeOutput({ id: run.id, outputId: output.id }),
                })
              }
            />
          );
        }}
      />
      <Wastes
        rows={run.wastes}
        acts={(waste) => {
          const name = `${t(`wasteKind.${waste.kind}`)} · ${formats.quantity(waste.kg, 'kg', 3)}`;
          return (
            <TakeBack
              name={name}
              onClick={() =>
                void takeBack({
                  question: t('takeBack.waste'),
                  name,
                  send: () => api.runs.removeWaste({ id: run.id, wasteId: waste.id }),
                })
              }
            />
          );
        }}
      />
      <Inputs
        title={t('used.title')}
        none={t('used.none')}
        rows={run.inputs.filter((input) => !mounted.includes(input))}
        acts={(input) => (
          <Group gap={4} wrap="nowrap">
            {input.is_reel && (
              <Tooltip label={t('takeBack.returnNamed', { name: input.batch_number })}>
                <ActionIcon
                  size="lg"
                  color="gray"
                  aria-label={t('takeBack.returnNamed', { name: input.batch_number })}
                  onClick={() => void removeReturn(input)}
                >
                  <IconArrowBackUp size={20} />
                </ActionIcon>
              </Tooltip>
            )}
            <TakeBack name={input.batch_number} onClick={() => void removeInput(input)} />
          </Group>
        )}
      />
      <BalancePart balance={run.balance} />
      <Button
        size="lg"
        variant="default"
        rightSection={<span aria-hidden>4</span>}
        aria-keyshortcuts="4"
        onClick={() => start({ name: 'end' })}
      >
        {t('end.action')}
      </Button>

      {open?.name === 'mount' && (
        <MountDialog
          run={run}
          found={open.found ?? []}
          unsent={unsent}
          onMounted={onMounted}
          onReturn={(input) => show({ name: 'return', input })}
          onClose={close}
        />
      )}
      {open?.name === 'return' && <ReturnDialog key={open.input.id} run={run} input={open.input} onClose={close} />}
      {open?.name === 'made' && (
        <MadeDialog
          run={run}
          ordered={job?.quantity_to_produce}
          rest={job?.left_quantity}
          onMade={(made) => setLabelled(made.reels.map(({ batch_id }) => batch_id))}
          onClose={close}
        />
      )}
      {open?.name === 'waste' && <WasteDialog run={run} onClose={close} />}
      {open?.name === 'end' && (
        <EndDialog run={run} onReturn={(input) => show({ name: 'return', input })} onClose={close} />
      )}
      {open?.name === 'warnings' && (
        <WarningsDialog
          name={open.input.batch_number}
          warnings={open.warnings}
          onRemove={() =>
            void act(() => api.runs.removeInput({ id: run.id, inputId: open.input.id }), {
              done: () => t('takeBack.done', { name: open.input.batch_number }),
              failed: t('takeBack.failed'),
            })
          }
          onClose={close}
        />
      )}
    </>
  );
}

function TakeBack({ name, onClick }: { name: string; onClick: () => void }) {
  const { t } = useTranslation('runs');
  const label = t('takeBack.named', { name });
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" color="red" aria-label={label} onClick={onClick}>
        <IconTrash size={20} />
      </ActionIcon>
    </Tooltip>
  );
}
