/** SMTP_URL and MAIL_FROM. */

export interface MailSettings {
  host: string;
  port: number;
  /** TLS from the first byte. Otherwise the connection is upgraded when the server offers it. */
  isSecure: boolean;
  user: { name: string; password: string } | null;
  from: { name: string; address: string };
}

const ADDRESS = /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+$/;

/**
 * Reads the settings of mail; undefined without SMTP_URL. @throws Error in plain words; it never repeats SMTP_URL, which
 * holds the password
 */
export function readMailSettings(url: string | undefined, from: string | undefined): MailSettings | undefined {
  if (!url) return undefined;
  if (!from) throw new Error('MAIL_FROM is missing: SMTP_URL needs the address that mails are sent from');
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || !['smtp:', 'smtps:'].includes(parsed.protocol) || parsed.hostname === '')
    throw new Error('SMTP_URL must be smtp://[user:password@]host[:port] or smtps://…');
  const isSecure = parsed.protocol === 'smtps:';
  return {
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port === '' ? (isSecure ? 465 : 587) : Number(parsed.port),
    isSecure,
    user:
      parsed.username === ''
        ? null
        : { name: decodeURIComponent(parsed.username), password: decodeURIComponent(parsed.password) },
    from: readFrom(from),
  };
}

/** `Name <address>` or a bare address. */
function readFrom(text: string): MailSettings['from'] {
  const named = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text);
  const from = named ? { name: named[1]!.trim(), address: named[2]!.trim() } : { name: '', address: text.trim() };
  // oxlint-disable-next-line no-control-regex -- a line break would add headers
  if (!ADDRESS.test(from.address) || /[\u0000-\u001f]/.test(from.name))
    throw new Error(`MAIL_FROM must be an address or Name <address>: ${text}`);
  return from;
}
