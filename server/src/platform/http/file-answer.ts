/** A handler's answer that is a file instead of JSON, of a media type that its contract row lists. */
import type { FileType } from '@bobina/contract/core/endpoint.ts';

export class FileAnswer {
  readonly type: FileType;
  readonly name: string;
  readonly content: Buffer;
  /** Content-Disposition: shown in the browser, or saved. */
  readonly disposition: 'inline' | 'attachment';
  /** @param name letters, digits, `.`, `_` and `-`; other characters become `-` */
  constructor(type: FileType, name: string, content: Buffer | string, disposition: 'inline' | 'attachment') {
    this.type = type;
    this.name = name.replace(/[^\w.-]+/g, '-');
    this.content = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
    this.disposition = disposition;
  }
}

/** The file type that an Accept header names with at least the weight of JSON; undefined for none. */
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
