import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { ReissueInput } from '@bobina/contract/sales/transmissions.ts';
import { api } from '../../../lib/api/api.ts';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshSales } from '../calls.ts';

/** The body of the call; a line whose rate has no code stays as it is. */
const Input = z.object({
  ...ReissueInput.shape,
  items: z.array(z.object({ id: z.int(), vat_code: z.string().nullish() })),
});

/** The form that corrects a rejected document and issues it again. */
export function ReissueDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const codes = useQuery(api.vatCodes.list.query({ query: {} }));
  const options = (codes.data?.rows ?? []).map(({ code, rate }) => ({ value: code, label: `${code} · ${rate} %` }));
  const handle = useEntityForm({
    schema: Input,
    initial: {
      notes: invoice.notes ?? '',
      cig: invoice.cig ?? '',
      cup: invoice.cup ?? '',
      items: invoice.items.map(({ id, vat_code }) => ({ id, vat_code })),
    },
    version: invoice.version,
    guardsLeaving: false,
    failure: t('failed'),
    save: ({ body: { items, ...body }, ...version }, given) =>
      api.transmissions.reissue(
        { id: invoice.id, ...version, body: { ...body, items: changed(invoice, items) } },
        given,
      ),
    onSaved: () => {
      toast.success(t('transmission.reissued', { number: invoice.invoice_number }));
      refreshSales();
      onClose();
    },
  });
  return (
    <FormDialog
      handle={handle}
      title={t('transmission.reissueOf', { number: invoice.invoice_number })}
      onClose={onClose}
      saveLabel={t('transmission.reissue')}
    >
      <Wide>
        <Text size="sm">{t('transmission.reissueText')}</Text>
      </Wide>
      <TextField name="cig" label={t('transmission.cig')} />
      <TextField name="cup" label={t('transmission.cup')} />
      <Wide>
        <TextAreaField name="notes" label={t('document.notes')} />
      </Wide>
      {invoice.items.map((item, index) => (
        <SelectField
          key={item.id}
          name={`items.${index}.vat_code`}
          label={t('transmission.vatOf', { code: item.code, line: index + 1 })}
          data={options}
          allowDeselect={false}
        />
      ))}
    </FormDialog>
  );
}

/** The lines whose VAT code differs from the stored one. */
function changed({ items: stored }: Invoice, items: z.input<typeof Input>['items']) {
  return items.flatMap(({ id, vat_code }) =>
    vat_code && stored.some((item) => item.id === id && item.vat_code !== vat_code) ? [{ id, vat_code }] : [],
  );
}
