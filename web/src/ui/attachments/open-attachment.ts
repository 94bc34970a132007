import { isShownInline } from '@bobina/contract/core/media-types.ts';
import { fetchFile } from '../../lib/api/file.ts';
import { download } from '../export/export-rows.ts';
import { openPdf } from '../print/open-pdf.ts';
import { toast } from '../toasts.ts';

/** Opens a picture or PDF in a tab of its own and saves any other file. @param failed the notice when that fails */
export async function openAttachment(
  { id, name, media_type }: { id: number; name: string; media_type: string },
  failed: string,
): Promise<void> {
  try {
    if (isShownInline(media_type)) {
      await openPdf(`/attachments/${id}?inline=true`, name);
      return;
    }
    const { content } = await fetchFile(`/attachments/${id}`, media_type);
    download(content, name, media_type);
  } catch (error) {
    toast.problem(error, failed);
  }
}
