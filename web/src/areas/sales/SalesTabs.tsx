import { Tabs } from '@mantine/core';
import { IconFileInvoice, IconTruckDelivery } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/session.ts';
import { SALES, type Tab } from './calls.ts';
import classes from './sales.module.css';

/** Shows the tabs around a list. Changing the tab clears the filters. */
export function SalesTabs({ tab, children }: { tab: Tab; children: ReactNode }) {
  const { t } = useTranslation('sales');
  const navigate = useNavigate();
  const mayReadInvoices = useCan()('invoices.read');
  if (!mayReadInvoices) return children;
  const show = (next: string | null) =>
    void navigate({ to: SALES, search: (next === 'invoices' ? { tab: 'invoices' } : {}) as never });
  return (
    <Tabs value={tab} onChange={show} className={classes.tabs!} keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="packing" leftSection={<IconTruckDelivery size={18} aria-hidden />}>
          {t('tabs.packing')}
        </Tabs.Tab>
        <Tabs.Tab value="invoices" leftSection={<IconFileInvoice size={18} aria-hidden />}>
          {t('tabs.invoices')}
        </Tabs.Tab>
      </Tabs.List>
      {(['packing', 'invoices'] as const).map((value) => (
        <Tabs.Panel key={value} value={value} className={classes.tab!}>
          {value === tab && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
