import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

/** Returns the PEC address of the Sistema di Interscambio; null unless invoices are sent by PEC and mail is set up. */
export function useSdiPec(): string | null {
  const { data } = useQuery(api.mails.status.query());
  return data?.is_configured ? data.sdi_pec : null;
}
