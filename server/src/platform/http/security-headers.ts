import type { FastifyReply } from 'fastify';

/** Mantine writes style elements, so styles need 'unsafe-inline'; nothing else is relaxed. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every answer. */
export const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
};

/**
 * Sets the security headers.
 * @param overTls also sets Strict-Transport-Security
 * @param withSubdomains it covers the subdomains of the host too
 */
export function setSecurityHeaders(
  reply: FastifyReply,
  { overTls, withSubdomains }: { overTls: boolean; withSubdomains: boolean },
): void {
  reply.headers(SECURITY_HEADERS);
  if (overTls)
    reply.header('strict-transport-security', `max-age=31536000${withSubdomains ? '; includeSubDomains' : ''}`);
}
