import type { Content, DynamicContent, TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** Joins documents in one file. Each begins on a new page and keeps its own header, page numbers and watermark. */
export function joinDocuments(documents: readonly TDocumentDefinitions[]): TDocumentDefinitions {
  const [first] = documents as [TDocumentDefinitions];
  const { header: _header, footer: _footer, watermark: _watermark, content: _content, ...shared } = first;
  return { ...shared, content: documents.map(sectionOf) as Content[] };
}

/** A section of pdfmake, which its types do not declare. pdfmake calls all header functions before the footer functions. */
function sectionOf({ content, header, footer, watermark }: TDocumentDefinitions): unknown {
  const pages: number[] = [];
  const numbered =
    (part: unknown): DynamicContent =>
    (page, _all, size) =>
      (part as DynamicContent)(page - pages[0]! + 1, pages.length, size);
  return {
    section: content,
    header: ((page, all, size) => {
      pages.push(page);
      return numbered(header)(page, all, size);
    }) satisfies DynamicContent,
    footer: numbered(footer),
    watermark: watermark ?? null,
  };
}
