import { useForm, type UseFormReturnType } from '@mantine/form';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { FieldCode } from '@bobina/contract/core/messages/messages.ts';
import { fieldProblem, parse } from '@bobina/contract/core/parse.ts';
import { createIntention } from '../../lib/api/keys.ts';
import { ApiProblem, problemText } from '../../lib/api/problem.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { session } from '../../lib/session.ts';
import { confirm } from '../overlay/confirm.ts';
import { showWarnings, toast } from '../toasts.ts';
import { showBadFields } from './bad-fields.ts';
import { useFieldChecks } from './field-checks.ts';

type Shape = z.ZodType & { shape: Record<string, unknown> };
// oxlint-disable-next-line no-explicit-any -- fields take forms of any content
export type AnyForm = UseFormReturnType<any>;

interface Options<S extends Shape, Entity> {
  /** The contract's schema of the body: the browser and the server refuse the same things with the same words. */
  schema: S;
  initial: Partial<z.input<S>>;
  /** The version that was read; sent as If-Match. */
  version?: number | undefined;
  save: (input: { body: z.input<S>; version?: number }, options: { key: string }) => Promise<Entity>;
  onSaved: (entity: Entity) => void;
  /** What is said when saving fails: the server's words by default, for refusals; this text for the rest. */
  failure?: string;
  /** The values of a stored entity, where its parts are named otherwise than the form's; for taking over what somebody else saved. */
  read?: (entity: object) => Partial<z.input<S>>;
  /** Asks before leaving with unsaved changes; true unless said. */
  guardsLeaving?: boolean;
  /** The search parameter that holds this form open, when it is no page of its own: `?edit=12`. Changing that leaves it too. */
  openBy?: string;
  /** Last changes to the values, after the pickers have taken what was typed and before the check. */
  prepare?: (form: AnyForm) => void;
  /** Failures are said at the top of the screen, as the scheduling pages do. */
  saysOnTop?: boolean;
  /** What is said of an empty required field, by its name, where "Campo obbligatorio" is not enough. */
  missing?: Partial<Record<string, string>>;
  /** Checks what the schema cannot know, such as the unit of a line's product. */
  check?: (values: Record<string, unknown>) => readonly { path: string; code: FieldCode }[];
  /** Said of a form that does not hold, where "check the fields" is not the point. */
  invalid?: (form: AnyForm) => string | undefined;
}

/** The fields of an entity that a form of this schema edits. */
export function fieldsOf<S extends Shape>(schema: S, entity: object): Partial<z.input<S>> {
  return Object.fromEntries(
    Object.keys(schema.shape).map((key) => [key, (entity as Record<string, unknown>)[key]]),
  ) as Partial<z.input<S>>;
}

/**
 * A form over one body of the contract: checks, saves once per intention, puts the server's problems onto fields,
 * keeps what was typed when saving fails, asks before it is left, and lets people choose when somebody was faster.
 */
export function useEntityForm<S extends Shape, Entity>(options: Options<S, Entity>) {
  const { schema, initial, onSaved, failure, guardsLeaving = true, openBy, missing = {}, saysOnTop } = options;
  const { error: complain } = saysOnTop ? toast.top : toast;
  const { t } = useTranslation();
  const language = useLanguage();
  const element = useRef<HTMLFormElement>(null);
  const [intention] = useState(createIntention);
  const [isSaving, setSaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [stale, setStale] = useState<object | null>(null);
  const [version, setVersion] = useState(options.version);
  const form: AnyForm = useForm({ mode: 'uncontrolled', initialValues: initial as Record<string, unknown> });

  const { checks, hasText, settle } = useFieldChecks();

  const askToLeave = () =>
    confirm({
      title: t('form.leaveTitle'),
      message: t('form.leave'),
      confirmLabel: t('form.leaveConfirm'),
      cancelLabel: t('form.stay'),
      danger: true,
    });
  const isUnsaved = () => guardsLeaving && (form.isDirty() || hasText()) && session.token() !== null;
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const opener = ({ search }: { search: unknown }) => openBy && (search as Record<string, unknown>)[openBy];
      return (
        (current.pathname !== next.pathname || opener(current) !== opener(next)) && isUnsaved() && !(await askToLeave())
      );
    },
    enableBeforeUnload: isUnsaved,
  });

  const refuse = (fields: readonly { path: string; message: string }[]) => {
    form.setErrors(Object.fromEntries(fields.map(({ path, message }) => [path, message])));
    showBadFields(
      element.current,
      fields.map(({ path }) => path),
    );
  };
  const onProblem = (error: unknown) => {
    if (error instanceof ApiProblem && error.code === 'STALE_VERSION' && error.current) return setStale(error.current);
    const fields = error instanceof ApiProblem ? error.fields : [];
    const text = problemText(error, failure ?? t('form.saveFailed'));
    refuse(fields);
    setProblem(text);
    complain(text);
  };

  const submit = async (overwriting?: number): Promise<void> => {
    if (isSaving) return;
    setProblem(null);
    if (hasText()) {
      const unknown = await settle();
      if (!unknown) return;
      if (unknown.length > 0) {
        complain(t('form.invalid'));
        return showBadFields(element.current, unknown);
      }
    }
    options.prepare?.(form);
    const read = parse(schema, form.getValues(), language);
    const checked = options.check?.(form.getValues() as Record<string, unknown>) ?? [];
    if (!read.ok || checked.length > 0) {
      complain(options.invalid?.(form) ?? t('form.invalid'));
      const more = checked.map(({ path, code }) => fieldProblem(language, path, code));
      return refuse(
        [...more, ...(read.ok ? [] : read.fields)].map((field) =>
          field.code === 'required' ? { ...field, message: missing[field.path] ?? field.message } : field,
        ),
      );
    }
    form.clearErrors();
    setSaving(true);
    const sent = overwriting ?? version;
    const input = { body: read.value as z.input<S>, ...(sent !== undefined && { version: sent }) };
    try {
      const entity = await options.save(input, { key: intention.keyFor(input) });
      intention.done();
      form.resetDirty();
      // A form that stays open after saving goes on from what it saved.
      if (sent !== undefined) setVersion((entity as { version?: number } | undefined)?.version ?? sent);
      showWarnings(entity);
      onSaved(entity);
    } catch (error) {
      onProblem(error);
    } finally {
      setSaving(false);
    }
  };

  const takeCurrent = () => {
    const values = (options.read ?? ((entity: object) => fieldsOf(schema, entity)))(stale!);
    setVersion((stale as { version?: number }).version);
    form.setInitialValues(values);
    form.setValues(values);
    form.clearErrors();
    setStale(null);
  };
  const overwrite = () => {
    const current = (stale as { version?: number }).version;
    setVersion(current);
    setStale(null);
    void submit(current);
  };
  return {
    form,
    element,
    checks,
    hasText,
    isSaving,
    problem,
    submit: (): void => void submit(),
    askToLeave,
    isUnsaved,
    stale,
    takeCurrent,
    overwrite,
    dismissStale: () => setStale(null),
  };
}
export type EntityForm = ReturnType<typeof useEntityForm>;
