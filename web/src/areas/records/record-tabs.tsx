import type { TFunction } from 'i18next';
import { Attachments } from '../../ui/attachments/Attachments.tsx';
import { Notes } from '../../ui/notes/Notes.tsx';
import type { RecordTab } from '../../ui/page/RecordPage.tsx';
import { prepared } from '../../ui/prepared.tsx';
import type { RecordEntity } from '../../lib/field-labels.ts';
import { History } from './History.tsx';

const Contacts = prepared(() => import('./Contacts.tsx'));

/** Returns the last tabs of every record: files, contacts of a customer or supplier, notes and history. */
export function recordTabs(t: TFunction<'records'>, entity: RecordEntity, id: number): RecordTab[] {
  return [
    { name: 'files', label: t('tabs.files'), content: () => <Attachments entity={entity} id={id} /> },
    ...(entity === 'customers' || entity === 'suppliers' ? [contactsTab(t, entity, id)] : []),
    { name: 'notes', label: t('tabs.notes'), content: () => <Notes entity={entity} id={id} /> },
    { name: 'history', label: t('tabs.history'), content: () => <History entity={entity} id={id} /> },
  ];
}

function contactsTab(t: TFunction<'records'>, party: 'customers' | 'suppliers', id: number): RecordTab {
  return { name: 'contacts', label: t('tabs.contacts'), content: () => <Contacts party={party} id={id} /> };
}
