import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toNumber } from '@bobina/contract/core/decimal.ts';
import { gsmOf } from '@bobina/contract/stock/reel.rules.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';

/**
 * Shows the grammage that follows from the fields of the form, and how many reels a changed one concerns.
 * @param productId the id of an existing product
 */
export function GrammageNote({ productId }: { productId: number | undefined }) {
  const { t } = useTranslation('registry');
  const formats = useFormats();
  const mayRead = useCan()('stock.read');
  const typed = gsmOf({
    peso_carta: asNumber(useFieldValue<Entered>('peso_carta')),
    spessore_film: asNumber(useFieldValue<Entered>('spessore_film')),
    densita_film: asNumber(useFieldValue<Entered>('densita_film')),
    peso_adesivo: asNumber(useFieldValue<Entered>('peso_adesivo')),
  });
  const gsm = typed && toNumber(typed);
  const isReel = useFieldValue<boolean | null>('is_reel');
  const [stored] = useState(gsm);
  const isChanged = isReel === true && productId !== undefined && gsm !== stored;
  const totals = useQuery({
    ...api.reels.totals.query({ query: { product_id: String(productId ?? 0) } }),
    enabled: isChanged && mayRead,
  });
  const count = totals.data?.reels ?? 0;
  return (
    <div aria-live="polite">
      <Text fw={600}>
        {gsm === null ? t('product.noGsm') : t('product.gsm', { gsm: formats.quantity(gsm, 'g/m²', 4) })}
      </Text>
      {isChanged && count > 0 && (
        <Text size="sm" c="var(--bobina-on-light-yellow)">
          {t('product.gsmChange', { count, shown: formats.number(count) })}
        </Text>
      )}
    </div>
  );
}

function asNumber(value: Entered | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
