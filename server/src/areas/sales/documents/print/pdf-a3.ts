/** Factur-X: a PDF/A-3b that embeds the XML of the invoice. */
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** The name that Factur-X requires of the embedded file. */
export const FACTURX_NAME = 'factur-x.xml';

/** The part of a pdfkit document that is used here; pdfmake's types do not declare it. */
interface PdfKitDocument {
  appendXML(xml: string): void;
}
interface Rendered {
  getStream(): Promise<unknown>;
  getBuffer(): Promise<Buffer>;
}

/**
 * Makes a PDF/A-3b of a definition, with the XML as its embedded data. A watermark is left out, because it is
 * transparent.
 */
export function asPdfA3(
  { watermark: _watermark, info, ...definition }: TDocumentDefinitions,
  xml: string,
): TDocumentDefinitions {
  const { author: _author, ...rest } = info ?? {};
  return {
    ...definition,
    // pdfkit writes the author unescaped into the XMP metadata: appendMetadata writes it.
    info: rest,
    version: '1.7',
    subset: 'PDF/A-3b',
    tagged: true,
    files: {
      [FACTURX_NAME]: {
        src: `data:text/xml;base64,${Buffer.from(xml).toString('base64')}`,
        name: FACTURX_NAME,
        description: 'Factur-X',
        relationship: 'Data',
        modifiedDate: new Date(),
        creationDate: new Date(),
      },
    },
  } as unknown as TDocumentDefinitions;
}

/** Adds the author and the extension schema of Factur-X to the XMP metadata. @returns the bytes of the PDF */
export async function finishPdfA3(rendered: Rendered, author: string): Promise<Buffer> {
  const document = (await rendered.getStream()) as PdfKitDocument;
  document.appendXML(metadata(author));
  return rendered.getBuffer();
}

const PROPERTIES = [
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document in capital letters, such as INVOICE'],
  ['Version', 'The actual version of the standard applying to the embedded XML document'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document'],
] as const;

function metadata(author: string): string {
  const properties = PROPERTIES.map(
    ([name, description]) => `<rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>${name}</pdfaProperty:name>
        <pdfaProperty:valueType>Text</pdfaProperty:valueType>
        <pdfaProperty:category>external</pdfaProperty:category>
        <pdfaProperty:description>${description}</pdfaProperty:description>
      </rdf:li>`,
  ).join('\n      ');
  return `
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:creator><rdf:Seq><rdf:li>${escape(author)}</rdf:li></rdf:Seq></dc:creator>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
  xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
  <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
    <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
    <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
    <pdfaSchema:prefix>fx</pdfaSchema:prefix>
    <pdfaSchema:property><rdf:Seq>
      ${properties}
    </rdf:Seq></pdfaSchema:property>
  </rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
  <fx:DocumentType>INVOICE</fx:DocumentType>
  <fx:DocumentFileName>${FACTURX_NAME}</fx:DocumentFileName>
  <fx:Version>1.0</fx:Version>
  <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
