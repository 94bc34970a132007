import { useNavigate } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { EntityForm, FormActions } from '../form/EntityForm.tsx';
import { useEntityForm } from '../form/use-entity-form.ts';
import { useFocusFirst } from '../form/use-focus-first.ts';
import { Page } from '../page/Page.tsx';
import { toast } from '../toasts.ts';
import { ClosePrevious, type ClosingTexts } from './ClosePrevious.tsx';
import { KnownPrices } from './KnownPrices.tsx';
import { invalidatePrices, type PriceKind, type PriceRow } from './price-kind.ts';

type FormSchema = z.ZodType & { shape: Record<string, unknown> };
type FormOptions<Schema extends FormSchema, Row> = Parameters<typeof useEntityForm<Schema, Row>>[0];
interface Props<Schema extends FormSchema, Row extends PriceRow> extends Pick<
  FormOptions<Schema, Row>,
  'schema' | 'initial' | 'save'
> {
  kind: PriceKind<Row>;
  /** The price to change; absent for a new one. */
  price?: Row | undefined;
  /** Title above the other prices of the same product and party. */
  others: string;
  /** Offers to end the price that overlaps a new one. */
  closing?: ClosingTexts;
  /** The fields. */
  /** Buttons beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Shows the form of a new or existing price. Saving and closing return to the list. */
export function PriceForm<Schema extends FormSchema, Row extends PriceRow>({
  kind,
  price,
  schema,
  initial,
  save,
  others,
  closing,
  children,
  actions,
}: Props<Schema, Row>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const language = useLanguage();
  const closesPrevious = useRef(false);
  const title = price && `${price.product_code} · ${price[kind.partyName]}`;
  const handle = useEntityForm({
    schema,
    initial,
    version: price?.version,
    save,
    failure: t(price ? 'prices.updateFailed' : 'prices.createFailed'),
    // Only the save that was started by the offer ends the previous price.
    prepare: (form) => {
      if (closesPrevious.current || form.getValues().closes_previous)
        form.setFieldValue('closes_previous', closesPrevious.current);
      closesPrevious.current = false;
    },
    onSaved: () => {
      toast.success(t(price ? 'prices.updated' : 'prices.created'));
      void invalidatePrices(kind);
      void navigate({ to: kind.path });
    },
  });
  useFocusFirst(handle, !price);
  return (
    <Page title={title} actions={actions}>
      <EntityForm handle={handle} label={title ?? t('prices.add')}>
        {children}
        {closing && handle.form.errors.start_date === fieldMessage(language, 'overlap') && (
          <ClosePrevious
            kind={kind}
            texts={closing}
            isSaving={handle.isSaving}
            onClose={() => {
              closesPrevious.current = true;
              handle.submit();
            }}
          />
        )}
        <KnownPrices kind={kind} title={others} own={price?.id} />
        <FormActions handle={handle} onCancel={() => void navigate({ to: kind.path })} />
      </EntityForm>
    </Page>
  );
}
