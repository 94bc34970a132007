import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductMaterials } from '@bobina/contract/purchasing/supply.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import { Picker } from '../../../ui/form/Picker.tsx';
import { productName } from '../../../ui/form/pickers.tsx';
import { RemoveLine } from '../../../ui/lines/RemoveLine.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { toast } from '../../../ui/toasts.ts';
import { failureText } from '../calls.ts';
import classes from './supply.module.css';

interface Row {
  key: number;
  material_product_id: number | null;
  /** Percent. */
  share: Entered;
}

const WHOLE = 100;

/** The materials that are chosen for a product by hand, in their order. */
export function MaterialsForm({ product_id, stored }: { product_id: number; stored: ProductMaterials['materials'] }) {
  const { t } = useTranslation('productSupply');
  const { t: purchasing } = useTranslation('purchasing');
  const { t: common } = useTranslation();
  const [rows, setRows] = useState<readonly Row[]>(() =>
    stored.map(({ material_product_id, share }, key) => ({ key, material_product_id, share: share * WHOLE })),
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [isSaving, setSaving] = useState(false);
  const change = (key: number, values: Partial<Row>) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, ...values } : row)));
  const add = () =>
    setRows([
      ...rows,
      { key: Math.max(-1, ...rows.map(({ key }) => key)) + 1, material_product_id: null, share: WHOLE },
    ]);
  const save = async () => {
    const materials = rows.map(({ material_product_id, share }) => ({
      material_product_id: material_product_id as number,
      share: typeof share === 'number' ? Number((share / WHOLE).toFixed(5)) : (share as null),
    }));
    setSaving(true);
    try {
      await api.productSupply.setMaterials({ id: product_id, body: { materials } });
      setErrors({});
      toast.success(t('materialsSaved'));
      for (const group of ['productSupply', 'purchaseProposals'])
        void queryClient.invalidateQueries({ queryKey: [group] });
    } catch (error) {
      const fields = error instanceof ApiProblem ? error.fields : [];
      setErrors(Object.fromEntries(fields.map(({ path, message }) => [path, message])));
      toast.error(failureText(t('materialsFailed'), error));
    } finally {
      setSaving(false);
    }
  };
  return (
    <Panel p={16}>
      <section aria-label={t('materials')}>
        <h2 className={classes.title}>{t('materials')}</h2>
        <p className={classes.hint}>{t('materialsHint')}</p>
        {rows.map(({ key, material_product_id, share }, index) => (
          <Group key={key} align="flex-start" wrap="nowrap" gap="sm" mb="xs">
            <Picker
              aria-label={t('material', { number: index + 1 })}
              w="min(26rem, 100%)"
              list={api.products.list}
              get={api.products.get}
              query={{ status: 'active' }}
              nameOf={productName}
              failure={purchasing('orders.productsFailed')}
              value={material_product_id ?? undefined}
              error={errors[`materials.${index}.material_product_id`]}
              onChange={(id) => change(key, { material_product_id: id ?? null })}
            />
            <NumberBox
              aria-label={t('share', { number: index + 1 })}
              w={110}
              unit="%"
              value={share}
              error={errors[`materials.${index}.share`]}
              onChange={(next) => change(key, { share: next })}
            />
            <RemoveLine
              aria-label={t('removeMaterial', { number: index + 1 })}
              disabled={isSaving}
              onClick={() => setRows(rows.filter((row) => row.key !== key))}
            />
          </Group>
        ))}
        <Group justify="space-between">
          <Button variant="default" leftSection={<IconPlus size={16} />} onClick={add}>
            {t('addMaterial')}
          </Button>
          <Button loading={isSaving} onClick={() => void save()}>
            {common('action.save')}
          </Button>
        </Group>
      </section>
    </Panel>
  );
}
