/** A handler's answer that is a file instead of JSON, of a media type that its contract row lists. */
import type { Readable } from 'node:stream';
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

/** A file that is sent as it is read, under its own name. */
export class FileStream {
  readonly type: FileType;
  readonly content: Readable;
  readonly headers: Record<string, string | number>;
  /** @param size in bytes; undefined if it is not known before */
  constructor(
    type: FileType,
    content: Readable,
    { name, size, disposition }: { name: string; size?: number; disposition: 'inline' | 'attachment' },
  ) {
    this.type = type;
    this.content = content;
    this.headers = {
      'content-disposition': contentDisposition(disposition, name),
      // Users upload these files: a browser must not run anything in them.
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      ...(size !== undefined && { 'content-length': size }),
    };
  }
}

/** The header of RFC 6266: the name in ASCII, and in UTF-8 for the programs that read it. */
export function contentDisposition(disposition: 'inline' | 'attachment', name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/gu, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${exact}`;
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
