/** Security headers on every kind of answer: page, script, call, file, stream and errors. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import { startApi } from '../testing/api.ts';
import { completeCompany } from '../testing/factories.ts';
import { FULL_COMPANY, sell, send } from '../testing/invoiced.ts';

const api = startApi({ trustProxy: '127.0.0.1' });
const DIST = path.join(import.meta.dirname, '../../../web/dist');

/** The expected policy, independent of the implementation. */
const POLICY = {
  'default-src': "'self'",
  'script-src': "'self' 'wasm-unsafe-eval'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self' blob:",
  'object-src': "'none'",
  'base-uri': "'self'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
};
function policyOf(headers: Headers) {
  return Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split('; ').map((rule) => {
      const at = rule.indexOf(' ');
      return [rule.slice(0, at), rule.slice(at + 1)];
    }),
  );
}
const ORIGIN = 'https://elsewhere.example';

type Asked = { path: string; status: number; type?: RegExp; init?: RequestInit; isPublic?: true };
let invoice = 0;
let list = 0;

/** Every kind of answer, by name. */
const answers: Record<string, () => Asked> = {
  'a list': () => ({ path: '/api/products', status: 200, type: /json/ }),
  'one row': () => ({ path: '/api/company', status: 200, type: /json/ }),
  'what has no content': () => ({ path: '/api/auth/logout', status: 204, init: { method: 'POST' } }),
  'the health': () => ({ path: '/api/health', status: 200, isPublic: true }),
  'the description of the API': () => ({ path: '/api/openapi.json', status: 200, type: /json/, isPublic: true }),
  'the page of the API': () => ({ path: '/api/docs', status: 200, type: /html/, isPublic: true }),
  'a PDF': () => ({ path: `/api/invoices/${invoice}/report?format=pdf`, status: 200, type: /pdf/ }),
  'the PDF of a packing list': () => ({
    path: `/api/packing-lists/${list}/report?format=pdf`,
    status: 200,
    type: /pdf/,
  }),
  'an electronic invoice': () => ({ path: `/api/invoices/${invoice}/e-invoice`, status: 200, type: /xml/ }),
  'the stream of live changes': () => ({ path: '/api/events', status: 200, type: /event-stream/ }),
  'a broken body': () => ({ path: '/api/products', status: 400, init: { method: 'POST', body: '{' } }),
  nobody: () => ({ path: '/api/products', status: 401, isPublic: true }),
  'a call that is not there': () => ({ path: '/api/nothing', status: 404, type: /json/ }),
  'a path that cannot be read': () => ({ path: '/api/products/%zz', status: 404, type: /json/ }),
  'a body of another kind': () => ({
    path: '/api/products',
    status: 415,
    init: { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } },
  }),
  'too large a body': () => ({
    path: '/api/products',
    status: 413,
    init: { method: 'POST', body: `"${'x'.repeat(1_100_000)}"` },
  }),
  'what only a browser of elsewhere asks': () => ({ path: '/api/products', status: 404, init: { method: 'OPTIONS' } }),
  HEAD: () => ({ path: '/api/products', status: 200, init: { method: 'HEAD' } }),
  'a file that is not there': () => ({ path: '/nothing.js', status: 404, type: /json/, isPublic: true }),
  'a path out of its folder': () => ({ path: '/..%2f..%2fpackage.json', status: 404, isPublic: true }),
};
/** The interface exists after a build, as in a browser test. */
if (existsSync(path.join(DIST, 'index.html'))) {
  const script = readdirSync(path.join(DIST, 'assets')).find((name) => name.endsWith('.js'))!;
  const style = readdirSync(path.join(DIST, 'assets')).find((name) => name.endsWith('.css'))!;
  Object.assign(answers, {
    'the page': () => ({ path: '/', status: 200, type: /html/, isPublic: true }),
    'the page of a screen': () => ({ path: '/anagrafica/prodotti', status: 200, type: /html/, isPublic: true }),
    'a script': () => ({ path: `/assets/${script}`, status: 200, type: /javascript/, isPublic: true }),
    'a list for the server alone': () => ({ path: '/.screens.json', status: 404, type: /json/, isPublic: true }),
    'a folder': () => ({ path: '/assets/', status: 200, type: /html/, isPublic: true }),
    'a script that is not there': () => ({ path: '/assets/nothing.js', status: 404, type: /json/, isPublic: true }),
    'a path out of the folder of scripts': () => ({ path: '/assets/..%2f.screens.json', status: 404, isPublic: true }),
    'a stylesheet': () => ({ path: `/assets/${style}`, status: 200, type: /css/, isPublic: true }),
  });
}

async function prepare() {
  await completeCompany(api.admin);
  assert.equal((await api.admin.put('/company', FULL_COMPANY)).status, 200);
  const sold = await sell(api, [{ quantity: 1, unit_price: 1 }], {
    customer: { vat_number: '01234567897', modalita_pagamento: 'MP05', codice_destinatario: 'M5UXCR1' },
  });
  await send(api.sales, sold.invoice.id);
  invoice = sold.invoice.id;
  list = sold.list.id;
}

describe('every kind of answer carries the security headers', () => {
  before(prepare);
  for (const [what, kind] of Object.entries(answers))
    for (const overTls of [false, true])
      test(`${what}${overTls ? ', over TLS' : ''}`, async () => {
        const { path: place, status, type, init, isPublic } = kind();
        // Signing out ends its own session.
        const session = isPublic ? null : place.endsWith('/logout') ? await api.signIn('admin') : api.admin;
        const stop = new AbortController();
        const answer = await fetch(`${api.url}${place}`, {
          ...init,
          signal: stop.signal,
          headers: {
            origin: ORIGIN,
            ...(session && { authorization: `Bearer ${session.token}` }),
            ...(init?.body !== undefined && { 'content-type': 'application/json' }),
            ...(overTls && { 'x-forwarded-proto': 'https' }),
            ...(init?.headers as object | undefined),
          },
        });
        const { headers } = answer;
        stop.abort();
        assert.equal(answer.status, status);
        if (type) assert.match(headers.get('content-type') ?? '', type);
        assert.deepEqual(policyOf(headers), POLICY);
        assert.equal(headers.get('x-content-type-options'), 'nosniff');
        assert.equal(headers.get('referrer-policy'), 'no-referrer');
        assert.equal(headers.get('x-frame-options'), 'DENY');
        assert.deepEqual(
          [...headers.keys()].filter((name) => name.startsWith('access-control-')),
          [],
          'nothing for other origins',
        );
        assert.equal(headers.get('strict-transport-security') !== null, overTls, 'HSTS behind TLS alone');
        assert.equal(headers.get('server') ?? headers.get('x-powered-by'), null);
      });
});
