import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { FigureEntity } from '@bobina/contract/system/figures.ts';
import { api } from '../../lib/api/api.ts';
import { useFormats } from '../../lib/formats.ts';
import type { Pair } from '../../ui/page/Pairs.tsx';

/** Reads the key figures of a record, as far as the reader may see them. @param unit the unit of its quantities */
export function useFigures(entity: FigureEntity, id: number, unit?: string): readonly Pair[] {
  const { t } = useTranslation('records');
  const formats = useFormats();
  const { data = [] } = useQuery(api.figures.get.query({ entity, id }));
  return data.map(({ name, value, currency }): Pair => {
    const shown = currency
      ? formats.money(value, currency)
      : unit === undefined
        ? formats.number(value)
        : formats.quantity(value, unit);
    return [t(`figures.${name}`), shown];
  });
}
