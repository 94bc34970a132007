/** Reads when the certificate at PUBLIC_URL expires, as a browser would see it. */
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { lookupAmong, RefusedAddress, refuseInside } from '../../platform/lookup-among.ts';
import type { Networks } from '../../platform/networks.ts';

/** How long the connection may take, in milliseconds. */
const TIMEOUT_MS = 3_000;
const KEPT_MS = 3_600_000;
const KEPT_FAILED_MS = 60_000;

/** `none`: PUBLIC_URL is not https. `inside`: it leads to a network that the server may not send to. */
export type Certificate =
  | { found: 'none' | 'inside' | 'unread'; expires_at: null }
  | { found: 'read'; expires_at: string };

/**
 * Creates a reader of the certificate. It connects at most once an hour, or once a minute after a failure, and waits at
 * most 3 seconds. It reports the expiry alone: it does not check the name or the issuer.
 */
export function createCertificateReader(publicUrl: string | undefined, networks: Networks): () => Promise<Certificate> {
  const url = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (url?.protocol !== 'https:') return async () => ({ found: 'none', expires_at: null });
  let kept: Promise<Certificate> | undefined;
  let keptUntil = 0;
  return () => {
    if (kept && performance.now() < keptUntil) return kept;
    keptUntil = Infinity;
    kept = readCertificate(url, networks).then((certificate) => {
      keptUntil = performance.now() + (certificate.found === 'read' ? KEPT_MS : KEPT_FAILED_MS);
      return certificate;
    });
    return kept;
  };
}

async function readCertificate(url: URL, networks: Networks): Promise<Certificate> {
  try {
    refuseInside(url, networks.allows);
    return { found: 'read', expires_at: await readExpiry(url, networks) };
  } catch (error) {
    return { found: error instanceof RefusedAddress ? 'inside' : 'unread', expires_at: null };
  }
}

function readExpiry({ hostname, port }: URL, networks: Networks): Promise<string> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(port || 443),
      // An address is not a server name.
      ...(isIP(host) === 0 && { servername: host }),
      lookup: lookupAmong(networks.allows),
      rejectUnauthorized: false,
    });
    const late = setTimeout(() => socket.destroy(new Error('no answer in time')), TIMEOUT_MS);
    socket.once('secureConnect', () => {
      const expires = new Date(socket.getPeerCertificate().valid_to);
      if (Number.isNaN(expires.getTime())) socket.destroy(new Error('no certificate'));
      else resolve(expires.toISOString());
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => {
      clearTimeout(late);
      reject(new Error('closed'));
    });
  });
}
