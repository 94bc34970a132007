import { useForm, type UseFormReturnType } from '@mantine/form';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import type { FieldCode } from '@bobina/contract/core/messages/messages.ts';
import { fieldProblem, parse } from '@bobina/contract/core/parse.ts';
import { trackActs, type Acts } from '../../lib/api/acts.ts';
import { createIntention } from '../../lib/api/keys.ts';
import { ApiProblem, problemText } from '../../lib/api/problem.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { session } from '../../lib/session.ts';
import { askToLeave } from '../overlay/ask-to-leave.ts';
import { dismiss, showWarnings, toast } from '../toasts.ts';
import { showBadFields } from './bad-fields.ts';
import type { Difference } from './unsaved/compare-versions.ts';
import { useFieldChecks } from './field-checks.ts';
import { useDraft } from './use-draft.ts';

type Shape = z.ZodType & { shape: Record<string, unknown> };
type Values = Record<string, unknown>;
/** A save that was refused because another user had saved before. */
interface Stale {
  /** What is stored now. */
  current: object;
  /** What differs between it and the refused values. */
  differences: Difference[];
}
// oxlint-disable-next-line no-explicit-any -- fields accept forms of any content
export type AnyForm = UseFormReturnType<any>;

interface Options<S extends Shape, Entity> {
  /**
   * The contract's schema of the body, so that browser and server reject the same values with the same messages. A
   * function loads it with the first change of a field: the screen opens without zod, a tenth of its code.
   */
  schema: S | (() => Promise<S>);
  initial: Partial<z.input<S>>;
  /** The version that was loaded; sent as If-Match. */
  version?: number | undefined;
  save: (input: { body: z.input<S>; version?: number }, options: { key: string } & Acts['options']) => Promise<Entity>;
  /** `acts`: those of the save that can be undone, for its toast. */
  onSaved: (entity: Entity, acts: Acts) => void;
  /** Message for failures other than refusals of the server. Default: a generic text. */
  failure?: string;
  /** Maps a stored entity to form values where the names differ; used to take over another user's changes. */
  read?: (entity: object) => Partial<z.input<S>>;
  /** Keeps unsaved input on the device under this name, which is the form's and its record's. Never for passwords. */
  draft?: string;
  /** Whether leaving with unsaved changes asks for confirmation. Default true. */
  guardsLeaving?: boolean;
  /** The search parameter that keeps this form open, for example `?edit=12`. Changing it counts as leaving. */
  openBy?: string;
  /** Whether the form takes the place of one that was saved: the second press of a hurried hand then saves nothing. */
  isCleared?: boolean;
  /** Changes the values after pending pickers have settled and before validation. */
  prepare?: (form: AnyForm) => void;
  /** Shows failures at the top of the screen, as the scheduling pages do. */
  saysOnTop?: boolean;
  /** Messages for empty required fields, by field name, in place of "Campo obbligatorio". */
  missing?: Partial<Record<string, string>>;
  /** Checks beyond the schema, for example the unit of a line's product. */
  check?: (values: Record<string, unknown>) => readonly { path: string; code: FieldCode }[];
  /** Asks about unlikely values before the save. @returns the fields to go back to; none to save */
  question?: (body: z.output<S>) => Promise<readonly string[]>;
  /** Message for an invalid form, in place of "check the fields". */
  invalid?: (form: AnyForm) => string | undefined;
}

/** Picks the fields of an entity that the schema contains. */
export function fieldsOf<S extends Shape>(schema: S, entity: object): Partial<z.input<S>> {
  return Object.fromEntries(
    Object.keys(schema.shape).map((key) => [key, (entity as Record<string, unknown>)[key]]),
  ) as Partial<z.input<S>>;
}

/**
 * Form state over one request body of the contract: validates, saves once per intention, maps server problems to
 * fields, keeps the typed values when saving fails, asks before leaving, and resolves version conflicts.
 */
export function useEntityForm<S extends Shape, Entity>(options: Options<S, Entity>) {
  const { initial, onSaved, failure, guardsLeaving = true, openBy, missing = {}, saysOnTop } = options;
  const given = options.schema;
  const loaded = useRef<S>(undefined);
  // A schema that is given directly may differ from one render to the next.
  const loadSchema = async (): Promise<S> => (isLoader(given) ? (loaded.current ??= await given()) : given);
  /** The message of the last failure: the next attempt removes it, so that it does not stand beside a success. */
  const failed = useRef<number>(undefined);
  const complain = (text: string) => {
    failed.current = (saysOnTop ? toast.top : toast).error(text);
  };
  const { t } = useTranslation();
  const language = useLanguage();
  const element = useRef<HTMLFormElement>(null);
  const [intention] = useState(createIntention);
  const [isSaving, setSaving] = useState(false);
  const isTwice = useFirstMoment();
  /** Known before the next render: a second Enter saves nothing. */
  const isBusy = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [stale, setStale] = useState<Stale | null>(null);
  /** The values that were loaded or saved last. */
  const base = useRef<Values>(initial as Values);
  const [version, setVersion] = useState(options.version);
  const draft = useDraft(options.draft, version);
  const form: AnyForm = useForm({
    mode: 'uncontrolled',
    initialValues: initial as Record<string, unknown>,
    onValuesChange: (values) => {
      // A failure is reported by the save, which loads it again.
      void loadSchema().catch(() => {});
      draft.keep(form.isDirty() ? values : null);
    },
  });

  const { checks, hasOpen, settle } = useFieldChecks();

  /** Asks whether to leave without saving; then nothing is offered again. */
  const askToDrop = async () => {
    const isLeft = await askToLeave();
    if (isLeft) draft.forget();
    return isLeft;
  };
  const isUnsaved = () => guardsLeaving && (form.isDirty() || hasOpen()) && session.token() !== null;
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const opener = ({ search }: { search: unknown }) => openBy && (search as Record<string, unknown>)[openBy];
      if (current.pathname === next.pathname && opener(current) === opener(next)) return false;
      return isUnsaved() && !(await askToDrop());
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
    const fields = error instanceof ApiProblem ? error.fields : [];
    const text = problemText(error, failure ?? t('form.saveFailed'));
    refuse(fields);
    setProblem(text);
    complain(text);
  };

  const whileBusy = async <T>(work: () => Promise<T>): Promise<T> => {
    isBusy.current = true;
    setSaving(true);
    try {
      return await work();
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };

  /** Returns the checked values; undefined after telling the user what is wrong. */
  const readValues = async (): Promise<z.output<S> | undefined> => {
    if (hasOpen()) {
      const unknown = (await whileBusy(settle)) ?? [];
      if (unknown.length > 0) {
        complain(t('form.invalid'));
        showBadFields(element.current, unknown);
        return undefined;
      }
    }
    options.prepare?.(form);
    const schema = await loadSchema().catch(onProblem);
    if (!schema) return undefined;
    const read = parse(schema, form.getValues(), language);
    const checked = options.check?.(form.getValues() as Record<string, unknown>) ?? [];
    if (read.ok && checked.length === 0) return read.value;
    complain(options.invalid?.(form) ?? t('form.invalid'));
    const more = checked.map(({ path, code }) => fieldProblem(language, path, code));
    refuse(
      [...more, ...(read.ok ? [] : read.fields)].map((field) =>
        field.code === 'required' ? { ...field, message: missing[field.path] ?? field.message } : field,
      ),
    );
    return undefined;
  };

  const save = async (body: z.output<S>, overwriting?: number): Promise<void> => {
    const sent = overwriting ?? version;
    const input = { body: body as z.input<S>, ...(sent !== undefined && { version: sent }) };
    try {
      const acts = trackActs();
      const entity = await options.save(input, { key: intention.keyFor(input), ...acts.options });
      intention.done();
      draft.forget();
      form.resetDirty();
      base.current = form.getValues() as Values;
      // A form that stays open continues with the version that it saved.
      if (sent !== undefined) setVersion((entity as { version?: number } | undefined)?.version ?? sent);
      showWarnings(entity);
      onSaved(entity, acts);
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'STALE_VERSION' && error.current)
        setStale({ current: error.current, differences: await compare(error.current, body as Values) });
      else onProblem(error);
    }
  };
  const valuesOf = async (entity: object) => (options.read?.(entity) ?? fieldsOf(await loadSchema(), entity)) as Values;
  const compare = async (current: object, mine: Values) => {
    const schema = await loadSchema();
    const { compareVersions } = await import('./unsaved/compare-versions.ts');
    const bodyOf = (values: Values) => {
      const read = parse(schema, values, language);
      return read.ok ? (read.value as Values) : values;
    };
    return compareVersions({ base: bodyOf(base.current), theirs: bodyOf(await valuesOf(current)), mine });
  };

  const submit = async (overwriting?: number): Promise<void> => {
    if (isBusy.current || (options.isCleared && isTwice() && !isUnsaved())) return;
    if (failed.current !== undefined) dismiss(failed.current);
    setProblem(null);
    const body = await readValues();
    if (body === undefined || isBusy.current) return;
    form.clearErrors();
    await whileBusy(async () => {
      const doubted = (await options.question?.(body)) ?? [];
      if (doubted.length > 0) showBadFields(element.current, doubted);
      else await save(body, overwriting);
    });
  };

  /** Continues with the stored version. @param mine the fields that keep what was typed */
  const takeOver = async ({ current }: Stale, mine: readonly string[]) => {
    const values = await valuesOf(current);
    const typed = form.getValues() as Values;
    base.current = values;
    setVersion((current as { version?: number }).version);
    form.setInitialValues(values);
    form.setValues({ ...values, ...Object.fromEntries(mine.map((field) => [field, typed[field]])) });
    form.clearErrors();
    setStale(null);
  };
  const merge = async (found: Stale) => {
    await takeOver(
      found,
      found.differences.filter(({ byMe }) => byMe).map(({ field }) => field),
    );
    await submit((found.current as { version?: number }).version);
  };
  const overwrite = ({ current }: Stale) => {
    const { version: stored } = current as { version?: number };
    setVersion(stored);
    setStale(null);
    void submit(stored);
  };
  return {
    form,
    element,
    checks,
    hasOpen,
    isSaving,
    problem,
    submit: (): void => void submit(),
    askToLeave: askToDrop,
    isUnsaved,
    version,
    draft: draft.found,
    takeDraft: (): void => {
      form.setValues(draft.found!.values);
      draft.taken();
    },
    dropDraft: draft.forget,
    stale,
    takeCurrent: (): void => void takeOver(stale!, []),
    merge: (): void => void merge(stale!),
    overwrite: () => overwrite(stale!),
    dismissStale: () => setStale(null),
  };
}
export type EntityForm = ReturnType<typeof useEntityForm>;

function isLoader<S>(schema: S | (() => Promise<S>)): schema is () => Promise<S> {
  return typeof schema === 'function';
}

/** Returns a function that tells whether the component was mounted less than a second ago. */
function useFirstMoment(): () => boolean {
  const mounted = useRef(0);
  useEffect(() => {
    mounted.current = Date.now();
  }, []);
  return () => Date.now() - mounted.current < 1000;
}
