import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ProductSupplyInput, type ProductSupply } from '@bobina/contract/purchasing/supply.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { EntityForm } from '../../../ui/form/EntityForm.tsx';
import { CheckField } from '../../../ui/form/CheckField.tsx';
import { FormSection, Wide } from '../../../ui/form/FormSection.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';

/** The form of a product's lead time, lots and cover. */
export function SupplyForm({ supply }: { supply: ProductSupply }) {
  const { t } = useTranslation('productSupply');
  const { t: common } = useTranslation();
  const handle = useEntityForm({
    schema: ProductSupplyInput,
    initial: fieldsOf(ProductSupplyInput, supply),
    save: (input, options) => api.productSupply.update({ id: supply.product_id, ...input }, options),
    openBy: 'tab',
    onSaved: () => {
      toast.success(t('saved'));
      for (const group of ['productSupply', 'purchaseProposals'])
        void queryClient.invalidateQueries({ queryKey: [group] });
    },
  });
  return (
    <EntityForm handle={handle} label={t('title')}>
      <FormSection title={t('title')} open>
        <NumberField name="lead_days" label={t('lead_days')} unit={t('workingDays')} decimals={0} />
        <NumberField name="min_lot" label={t('min_lot')} />
        <NumberField name="lot_multiple" label={t('lot_multiple')} />
        <NumberField
          name="cover_days"
          label={t('cover_days')}
          unit={t('days')}
          decimals={0}
          placeholder={t('asSettings')}
        />
        <Wide>
          <CheckField name="production" label={t('production')} />
        </Wide>
      </FormSection>
      <Group justify="flex-end">
        <Button type="submit" loading={handle.isSaving}>
          {common('action.save')}
        </Button>
      </Group>
    </EntityForm>
  );
}
