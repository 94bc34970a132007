/** XML from nested members: what goes into an element is always escaped, what is empty leaves it out. */

/** A text, members in their order, several elements of one name, or nothing. */
export type Content = string | number | null | undefined | readonly Content[] | Members;
export interface Members {
  [name: string]: Content;
}
/** Attributes of an element with content of its own. */
export class Element {
  readonly attributes: Record<string, string>;
  readonly content: Content;
  constructor(attributes: Record<string, string>, content: Content) {
    this.attributes = attributes;
    this.content = content;
  }
}

// oxlint-disable-next-line no-control-regex -- XML 1.0 has no place for them, not even escaped
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };
/** Nearly every text is: letters, digits and signs that mean nothing to XML. */
const PLAIN = /^[\u0020\u0021\u0023-\u0025\u0027-\u003b\u003d\u003f-\ud7ff]*$/;

export function xmlDocument(name: string, attributes: Record<string, string>, members: object): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(name, new Element(attributes, members as Members), '')}`;
}

function escape(text: string): string {
  return PLAIN.test(text)
    ? text
    : text
        .toWellFormed()
        .replace(IMPOSSIBLE, '')
        .replace(/[&<>"\r]/g, (character) => ESCAPES[character]!);
}

function attributesText(attributes: Record<string, string>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escape(value)}"`)
    .join('');
}

/** @returns nothing for what is empty */
function write(name: string, content: unknown, indent: string): string {
  if (Array.isArray(content)) return content.map((one) => write(name, one, indent)).join('');
  const attributes = content instanceof Element ? attributesText(content.attributes) : '';
  const inner: unknown = content instanceof Element ? content.content : content;
  if (inner === null || inner === undefined || inner === '') return '';
  if (typeof inner !== 'object')
    return `${indent}<${name}${attributes}>${escape(String(inner as string | number))}</${name}>\n`;
  let members = '';
  for (const [member, value] of Object.entries(inner)) members += write(member, value, `${indent}  `);
  return members === '' ? '' : `${indent}<${name}${attributes}>\n${members}${indent}</${name}>\n`;
}
