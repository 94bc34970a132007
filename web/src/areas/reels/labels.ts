import type { TFunction } from 'i18next';
import { openPdf } from '../../ui/print/open-pdf.ts';
import { toast } from '../../ui/toasts.ts';

/** The maximum number of labels of one document. */
const MOST = 500;

/** Opens the labels of reels as PDF. Call it synchronously from the click: the browser blocks windows opened later. */
export async function openLabels(ids: readonly number[], t: TFunction<'reels'>): Promise<void> {
  try {
    await openPdf(`/reels/labels?ids=${ids.slice(0, MOST).join(',')}`, t('labels.preparing'));
  } catch (error) {
    toast.problem(error, t('labels.failed'));
  }
}
