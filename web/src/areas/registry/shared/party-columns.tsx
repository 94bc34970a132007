import type { TFunction } from 'i18next';
import type { Supplier } from '@bobina/contract/registry/parties.ts';
import type { Column } from '../../../ui/table/columns.tsx';

/** What the lists of suppliers and customers read of a row beside its columns. */
export const PARTY_ROW = ['id', 'version', 'business_name'] as const;
export type PartyRow = Pick<Supplier, (typeof PARTY_ROW)[number]>;

/** Returns the columns that the lists of suppliers and customers share. */
export function partyColumns(t: TFunction<'registry'>): Column<Supplier>[] {
  return [
    { key: 'business_name', label: t('party.business_name'), width: 'minmax(14rem, 2fr)', priority: 1 },
    { key: 'vat_number', label: t('party.vat_number'), width: 'minmax(9rem, 1.1fr)', priority: 2 },
    { key: 'city', label: t('party.city'), width: 'minmax(7rem, 1fr)', priority: 2 },
    { key: 'country', label: t('party.country'), width: 'minmax(6rem, 1fr)', priority: 3 },
    { key: 'email', label: t('party.email'), width: 'minmax(9rem, 1.7fr)', priority: 3 },
    { key: 'phone', label: t('party.phone'), width: 'minmax(9rem, 1.1fr)', priority: 2 },
  ];
}
