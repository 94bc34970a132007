import { useTranslation } from 'react-i18next';
import { CURRENCIES, UNITS } from '@bobina/contract/core/units.ts';
import { useFeature } from '../../../lib/features.ts';
import { CONAI_MATERIALS } from '@bobina/contract/registry/conai-materials.ts';
import { PRODUCT_STATUSES } from '@bobina/contract/registry/product-statuses.ts';
import { CheckField } from '../../../ui/form/CheckField.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { FamilyNote } from './FamilyNote.tsx';
import { GrammageNote } from './GrammageNote.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { NotedField } from '../../../ui/form/NotedField.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { SupplierPicker } from '../../../ui/form/pickers.tsx';
import { REEL_FIELDS } from './reel-fields.ts';
import { SameCode } from './SameCode.tsx';

/** Step of the arrow keys in fields with decimals. */
const HUNDREDTH = 0.01;
const FLAGS = ['has_bom', 'is_semi_finished', 'has_batch', 'has_expiry_date', 'has_production_date'] as const;

/** Shows the basic fields of a product. @param productId its id; undefined for a new one */
export function BaseFields({ productId }: { productId: number | undefined }) {
  const { t } = useTranslation('registry');
  const hasReels = useFeature('reels');
  return (
    <>
      <NotedField name="code" note={(text) => <SameCode text={text} own={productId} />}>
        <TextField name="code" label={t('product.code')} withAsterisk />
      </NotedField>
      <TextField name="name" label={t('product.name')} />
      <NotedField name="category" note={(text) => <FamilyNote text={text} />}>
        <TextField name="category" label={t('product.category')} withAsterisk />
      </NotedField>
      <SupplierPicker name="supplier_id" label={t('product.supplier_id')} />
      <Wide>
        <TextAreaField name="description" label={t('product.description')} withAsterisk minRows={1} />
      </Wide>
      <SelectField
        name="unit_of_measure"
        label={t('product.unit')}
        data={UNITS.map((value) => ({ value, label: t(`units.${value}`) }))}
        allowDeselect={false}
      />
      <SelectField
        name="currency"
        label={t('product.currency')}
        data={[...CURRENCIES]}
        allowDeselect={false}
        withAsterisk
      />
      <SelectField
        name="status"
        label={t('product.status')}
        data={PRODUCT_STATUSES.map((value) => ({ value, label: t(`productStatus.${value}`) }))}
        allowDeselect={false}
      />
      <NumberField name="scorta_minima" label={t('product.scorta_minima')} decimals={5} step={HUNDREDTH} />
      <TextField name="barcode" label={t('product.barcode')} />
      <TextField name="hs_code" label={t('product.hs_code')} />
      <ConaiMaterial />
      <NumberField name="conai_kg" label={t('product.conai_kg')} decimals={5} step={HUNDREDTH} unit="kg" />
      <Wide>
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: '12px 28px' }}>
          {FLAGS.map((name) => (
            <CheckField key={name} name={name} label={t(`product.${name}`)} />
          ))}
          {hasReels && (
            <CheckField name="is_reel" label={t('product.is_reel')} description={t('product.is_reelHint')} />
          )}
        </div>
      </Wide>
    </>
  );
}

/** Wire name, number of decimals and unit of each field. */
const TECHNICAL = [
  ['larghezza_cm', 2, 'cm'],
  ['lunghezza_cm', 2, 'cm'],
  ['larghezza_bobina', 2, 'cm'],
  ['peso_carta', 2, 'g/m²'],
  ['spessore_carta', 2, 'µm'],
  ['minuti_x_confezione', 0, 'min'],
  ['larghezza_film', 2, 'cm'],
  ['spessore_film', 2, 'µm'],
  ['densita_film', 5, 'g/cm³'],
  ['peso_adesivo', 2, 'g/m²'],
  ['numero_piste', 0, undefined],
  ['pezzi_per_scatola', 0, undefined],
  ['peso_netto', 2, 'kg'],
  ['peso_lordo', 2, 'kg'],
] as const;

/** Shows the technical fields of a product. @param productId the id of an existing product */
export function TechnicalFields({ productId }: { productId: number | undefined }) {
  const { t } = useTranslation('registry');
  const hasReels = useFeature('reels');
  return (
    <>
      {TECHNICAL.filter(([name]) => hasReels || !REEL_FIELDS.has(name)).map(([name, decimals, unit]) => (
        <NumberField
          key={name}
          name={name}
          label={t(`product.${name}`)}
          decimals={decimals}
          step={decimals === 0 ? 1 : HUNDREDTH}
          unit={unit}
        />
      ))}
      <TextField name="colore_film" label={t('product.colore_film')} />
      {hasReels && (
        <Wide>
          <GrammageNote productId={productId} />
        </Wide>
      )}
    </>
  );
}

/** Shows the accounting fields for purchases. */
export function PurchasingFields() {
  const { t } = useTranslation('registry');
  return (
    <>
      <TextField name="acquisti_categoria" label={t('product.account_category')} />
      <TextField name="acquisti_conto_codice" label={t('product.account_code')} />
      <TextField name="acquisti_conto_descrizione" label={t('product.account_description')} />
    </>
  );
}

/** Shows the accounting fields for sales. */
export function SalesFields() {
  const { t } = useTranslation('registry');
  return (
    <>
      <TextField name="vendite_categoria" label={t('product.account_category')} />
      <TextField name="vendite_conto_codice" label={t('product.account_code')} />
      <TextField name="vendite_conto_descrizione" label={t('product.account_description')} />
    </>
  );
}

/** Shows the VAT fields of a product. */
export function VatFields() {
  const { t } = useTranslation('registry');
  return (
    <>
      <TextField name="categoria_vat_codice" label={t('product.categoria_vat_codice')} />
      <NumberField
        name="categoria_vat_valore"
        label={t('product.categoria_vat_valore')}
        decimals={2}
        step={HUNDREDTH}
        unit="%"
      />
    </>
  );
}

/** The packaging material: one of the tariff, or the one that is stored. */
function ConaiMaterial() {
  const { t } = useTranslation('registry');
  const stored = useFieldValue<string | null>('conai_material');
  const others = stored ? [stored] : [];
  return (
    <SelectField
      name="conai_material"
      label={t('product.conai_material')}
      data={[...new Set([...CONAI_MATERIALS, ...others])]}
      clearable
    />
  );
}
