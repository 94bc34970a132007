/** What a handler answers instead of JSON: a file of a type that its row names. */
import type { FileType } from '@bobina/contract/core/endpoint.ts';

export class FileAnswer {
  readonly type: FileType;
  readonly name: string;
  readonly content: Buffer;
  /** Shown where it is asked for, or saved. */
  readonly disposition: 'inline' | 'attachment';
  /** @param name letters, digits, `.`, `_` and `-`; anything else becomes `-` */
  constructor(type: FileType, name: string, content: Buffer | string, disposition: 'inline' | 'attachment') {
    this.type = type;
    this.name = name.replace(/[^\w.-]+/g, '-');
    this.content = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    this.disposition = disposition;
  }
}

/** The file type that an Accept header names and does not like less than JSON. */
export function acceptedFile(header: string | undefined, types: readonly FileType[] | undefined): FileType | undefined {
  if (!header || !types) return undefined;
  const weights = new Map<string, number>();
  for (const part of header.slice(0, 1000).split(',')) {
    const [type = '', ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    if (weight > 0) weights.set(type, weight);
  }
  const json = weights.get('application/json') ?? 0;
  return types.find((type) => (weights.get(type) ?? -1) >= json);
}
