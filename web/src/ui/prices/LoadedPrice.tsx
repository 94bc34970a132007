import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EntityLoader } from '../page/EntityLoader.tsx';
import { toast } from '../toasts.ts';
import type { PriceKind, PriceRow } from './price-kind.ts';

interface Props<Row extends PriceRow> {
  kind: PriceKind<Row>;
  id: number;
  children: (price: Row) => ReactNode;
}

/** Reads a price and shows it. If the read fails, reports it and returns to the list. */
export function LoadedPrice<Row extends PriceRow>({ kind, id, children }: Props<Row>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const price = useQuery(kind.get.query({ id }));
  const onFailed = () => {
    toast.error(t('prices.oneFailed'));
    void navigate({ to: kind.path, replace: true });
  };
  return (
    <EntityLoader query={price} onFailed={onFailed}>
      {children}
    </EntityLoader>
  );
}
