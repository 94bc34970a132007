import { fetchFile } from '../../lib/api/file.ts';
import { download } from '../export/export-rows.ts';

const PDF = 'application/pdf';
const KEPT_MS = 60_000;

/**
 * Opens a PDF of the server in a new tab, or downloads it if the browser blocks the tab. Call it synchronously from the
 * click.
 * @param preparing the title of the tab while the document loads
 * @returns the name of the file
 * @throws ApiProblem; the tab is closed
 */
export async function openPdf(path: string, preparing: string): Promise<string> {
  const view = window.open('', '_blank');
  if (view) view.document.title = preparing;
  try {
    const { content, name } = await fetchFile(path, PDF);
    if (view && !view.closed) {
      const url = URL.createObjectURL(content);
      view.location.href = url;
      setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
    } else download(content, name, PDF);
    return name;
  } catch (error) {
    view?.close();
    throw error;
  }
}
