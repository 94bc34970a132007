import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createProduct, machineBody, productBody } from '../../testing/factories.ts';
import { matrixTest } from '../../testing/matrix.ts';

const api = startApi();

/** Sends raw bytes: `fetch` corrects or refuses malformed requests. */
function rawRequest(method: string, path: string, headers: Record<string, string> = {}, content: string | Buffer = '') {
  return new Promise<{ status: number; body: string; headers: http.IncomingHttpHeaders }>((resolve, reject) => {
    const { hostname, port } = new URL(api.url);
    const request = http.request({ method, path, hostname, port, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode!, body: Buffer.concat(chunks).toString(), headers: response.headers }),
      );
    });
    request.on('error', reject);
    request.end(content);
  });
}
function bearer() {
  return { authorization: `Bearer ${api.admin.token}` };
}
function json() {
  return { ...bearer(), 'content-type': 'application/json' };
}

describe('a refusal', () => {
  const cases: [string | undefined, string, string][] = [
    [undefined, 'Controlla i campi evidenziati', 'Campo obbligatorio'],
    ['it-IT', 'Controlla i campi evidenziati', 'Campo obbligatorio'],
    ['fr-FR,fr;q=0.9,en;q=0.8', 'Vérifiez les champs signalés', 'Champ obligatoire'],
    ['en-GB', 'Check the highlighted fields', 'Required'],
    ['de, en;q=0.4, fr;q=0.2', 'Check the highlighted fields', 'Required'],
    ['de', 'Controlla i campi evidenziati', 'Campo obbligatorio'],
    [`${'x,'.repeat(5000)}fr`, 'Controlla i campi evidenziati', 'Campo obbligatorio'],
  ];
  for (const [language, message, field] of cases)
    test(`is in the language of Accept-Language: ${language?.slice(0, 30)}`, async () => {
      const answer = await rawRequest(
        'POST',
        '/api/machines',
        { ...json(), ...(language && { 'accept-language': language }) },
        '{}',
      );
      const body = JSON.parse(answer.body);
      assert.equal(answer.status, 400);
      assert.deepEqual(Object.keys(body), ['code', 'message', 'error', 'fields']);
      assert.deepEqual([body.code, body.message, body.error], ['VALIDATION', message, message]);
      assert.deepEqual(body.fields, [
        { path: 'code', code: 'required', message: field },
        { path: 'description', code: 'required', message: field },
      ]);
    });
  test('of a taken code names its field', async () => {
    const product = await createProduct(api.admin);
    const answer = await api.admin.post('/products', productBody({ code: product.code }), {
      headers: { 'accept-language': 'en' },
    });
    assertProblem(answer, 409, 'CODE_EXISTS', { code: 'exists' });
  });
});

describe('a body', () => {
  const nested = (depth: number) => `{"code":"a","description":${'['.repeat(depth)}${']'.repeat(depth)}}`;
  const cases: [string, string | Buffer, number, string][] = [
    ['that is cut short', '{"code":"a"', 400, 'INVALID_JSON'],
    ['with a trailing comma', '{"code":"a",}', 400, 'INVALID_JSON'],
    ['that holds NaN', '{"code":NaN}', 400, 'INVALID_JSON'],
    ['of two values', '{}{}', 400, 'INVALID_JSON'],
    [
      'that is no UTF-8',
      Buffer.from([0x7b, 0x22, 0x63, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
      400,
      'INVALID_JSON',
    ],
    ['with a wrong gzip header', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), 400, 'INVALID_JSON'],
    ['20 deep is read', nested(19), 400, 'VALIDATION'],
    ['21 deep is not', nested(20), 400, 'VALIDATION'],
    ['100,000 deep', nested(100_000), 400, 'VALIDATION'],
    ['that is an array', '[]', 400, 'VALIDATION'],
    ['that is null', 'null', 400, 'VALIDATION'],
    ['that is a text', '"x"', 400, 'VALIDATION'],
    ['that is a number', '5', 400, 'VALIDATION'],
    [
      'of 100,000 members',
      JSON.stringify(Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, n]))),
      400,
      'VALIDATION',
    ],
    ['just over 1 MB', `{"code":"${'a'.repeat(1_000_000)}"}`, 413, 'TOO_LARGE'],
    ['of 3 MB', `{"code":"${'a'.repeat(3_000_000)}"}`, 413, 'TOO_LARGE'],
  ];
  for (const [what, content, status, code] of cases)
    test(`${what}: ${status} ${code}`, async () => {
      const answer = await rawRequest(
        'POST',
        '/api/machines',
        { ...json(), 'content-length': String(Buffer.byteLength(content)) },
        content,
      );
      assert.equal(answer.status, status, answer.body.slice(0, 200));
      const { code: problemCode, message, error } = JSON.parse(answer.body);
      assert.deepEqual([problemCode, error], [code, message]);
    });
  test('nested too deeply is refused with a clear message', async () => {
    assertProblem(await api.admin.post('/machines', undefined, { raw: nested(20) }), 400, 'VALIDATION', {
      '': 'too_deep',
    });
    assertProblem(await api.admin.post('/machines', undefined, { raw: nested(19) }), 400, 'VALIDATION', {
      description: 'type',
    });
  });
  test('brackets inside a string do not count as nesting', async () => {
    const description = '[{"\\'.repeat(40).slice(0, 190);
    assert.equal((await api.admin.post('/machines', machineBody({ description }))).body.description, description);
  });
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])
    test(`of ${type}: 415`, async () => {
      const answer = await api.admin.post('/machines', undefined, {
        raw: '{"code":"a","description":"b"}',
        headers: { 'content-type': type },
      });
      assertProblem(answer, 415, 'UNSUPPORTED_MEDIA');
    });
  const compressed: [string, string, string | Buffer, number, string | undefined][] = [
    ['is read', 'gzip', gzipSync(JSON.stringify(machineBody())), 201, undefined],
    ['that is invalid', 'gzip', '{"code":"a","description":"b"}', 400, 'INVALID_JSON'],
    ['that is cut short', 'gzip', gzipSync(`{"code":"${'a'.repeat(5_000)}"}`).subarray(0, 30), 400, 'INVALID_JSON'],
    ['with an unknown encoding', 'x-klingon', '{}', 415, 'UNSUPPORTED_MEDIA'],
    ['that swells to 50 MB', 'gzip', gzipSync(Buffer.alloc(50_000_000, 32)), 413, 'TOO_LARGE'],
  ];
  for (const [what, encoding, content, status, code] of compressed)
    test(`compressed, ${what}: ${status}`, async () => {
      const headers = { ...json(), 'content-encoding': encoding, 'content-length': String(Buffer.byteLength(content)) };
      const answer = await rawRequest('POST', '/api/machines', headers, content);
      assert.equal(answer.status, status, answer.body.slice(0, 200));
      if (code) assert.equal(JSON.parse(answer.body).code, code);
    });
  test('of no type: 415', async () => {
    const answer = await rawRequest('POST', '/api/machines', bearer(), '{}');
    assert.equal(answer.status, 415);
  });
  test('of JSON with charset UTF-8 is accepted', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    assert.equal((await api.admin.post('/machines', machineBody(), { headers })).status, 201);
  });
  for (const [method, path, status] of [
    ['POST', '/auth/logout', 204],
    ['DELETE', '/machines/2147483647', 404],
    ['POST', '/machines', 400],
    ['PUT', '/machines/2147483647', 404],
  ] as const)
    for (const content of ['', ' \n'])
      test(`that is empty (${JSON.stringify(content)}) with a JSON content type is none: ${method} ${path} → ${status}`, async () => {
        const session = await api.signIn('sales');
        assert.equal((await session.call(method, path, { raw: content })).status, status);
      });
  test('of a delete is ignored, because the actor comes from the session', async () => {
    const { id } = await createProduct(api.admin);
    assert.equal((await api.admin.delete(`/products/${id}`, { body: { deleted_by: 999 } })).status, 204);
  });
});

describe('a path', () => {
  for (const id of [
    'abc',
    '0',
    '-1',
    '1.5',
    '01',
    '1e3',
    '2147483648',
    '99999999999',
    '%20',
    '1%00',
    "1'--",
    '%F0%9F%98%80',
    'x'.repeat(500),
    '..%2f..%2fetc%2fpasswd',
  ])
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      test(`${method} /products/${id.slice(0, 30)} is a 404 in JSON`, async () => {
        assertProblem(
          await api.admin.call(method, `/products/${id}`, method === 'PUT' ? { body: {} } : {}),
          404,
          'NOT_FOUND',
        );
      });
  test('that is malformed is a 404 in JSON, with the security headers', async () => {
    for (const path of ['/api/products/%zz', '/api/%', '/api/products/%E0%A4%A']) {
      const answer = await rawRequest('GET', path, { ...bearer(), 'accept-language': 'en' });
      const { code, message } = JSON.parse(answer.body);
      assert.deepEqual([answer.status, code, message], [404, 'NOT_FOUND', 'Not found'], path);
      assert.ok(answer.headers['content-security-policy'], path);
    }
  });
  for (const path of [
    '/api',
    '/api/',
    '/api/nothing',
    '/api/products/1/nothing',
    '/api/PRODUCTS',
    '/api?x',
    '/api/docs.exe',
    '/api/../api/nothing',
    '/api//products',
  ])
    for (const method of ['GET', 'POST', 'HEAD'])
      test(`${method} ${path} that matches no call is a 404 in JSON, never the page`, async () => {
        const answer = await rawRequest(method, path);
        assert.equal(answer.status, 404);
        assert.match(answer.headers['content-type'] ?? '', /^application\/json/);
        if (method !== 'HEAD') assert.equal(JSON.parse(answer.body).code, 'NOT_FOUND');
      });
  for (const method of ['PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'LOCK', 'COPY'])
    test(`${method} is not supported: 404 in JSON`, async () => {
      const answer = await rawRequest(method, '/api/products', bearer());
      assert.deepEqual([answer.status, JSON.parse(answer.body).code], [404, 'NOT_FOUND']);
    });
  test('HEAD answers as GET does, without the body', async () => {
    await createProduct(api.admin);
    const [head, get] = [
      await rawRequest('HEAD', '/api/products', bearer()),
      await rawRequest('GET', '/api/products', bearer()),
    ];
    assert.equal(head.status, 200);
    assert.equal(head.headers['x-total-count'], get.headers['x-total-count']);
    assert.equal(head.body, '');
    assert.equal((await rawRequest('HEAD', '/api/products')).status, 401);
  });
  test('HEAD of the live changes is not supported: a stream without a reader would stay open', async () => {
    assert.equal((await rawRequest('HEAD', '/api/events', bearer())).status, 404);
  });
  test('a trailing slash is ignored', async () => {
    assert.equal((await api.admin.get('/products/')).status, 200);
  });
});

describe('an unauthorised caller gets no validation errors', () => {
  const bodies: [string, string, Record<string, string>][] = [
    ['wrong fields', '{"code":5}', {}],
    ['broken JSON', '{', {}],
    ['another type', 'x', { 'content-type': 'text/plain' }],
    ['too much of it', `{"code":"${'a'.repeat(1_100_000)}"}`, {}],
  ];
  for (const [what, raw, headers] of bodies)
    test(`${what}: 401 before 400, and 403 before 400`, async () => {
      assertProblem(await api.as(null).post('/products', undefined, { raw, headers }), 401, 'UNAUTHENTICATED');
      assertProblem(await api.warehouse.post('/products', undefined, { raw, headers }), 403, 'FORBIDDEN');
      assertProblem(await api.warehouse.put('/products/abc', undefined, { raw, headers }), 403, 'FORBIDDEN');
    });
});

describe('every answer carries the security headers', () => {
  const answers: [string, () => Promise<{ headers: Headers }>][] = [
    ['a success', () => api.admin.get('/products')],
    ['a refusal', () => api.as(null).get('/products')],
    ['a 404', () => api.admin.get('/nothing')],
    ['something outside the API', () => fetch(`${api.url}/nothing.txt`)],
  ];
  for (const [what, ask] of answers)
    test(what, async () => {
      const { headers } = await ask();
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of [
        "default-src 'self'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "frame-ancestors 'none'",
        "object-src 'none'",
      ])
        assert.ok(policy.split('; ').includes(rule), rule);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('strict-transport-security'), null);
      assert.equal(headers.get('access-control-allow-origin'), null);
      assert.match(headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/);
    });
  test('API answers forbid caching', async () => {
    assert.equal((await api.admin.get('/products')).headers.get('cache-control'), 'no-store');
  });
});

test('an internal error is a 500 that exposes only its request id', async () => {
  await api.db.schema.alterTable('machines').renameColumn('area', 'gone').execute();
  try {
    const answer = await api.admin.get('/machines');
    assertProblem(answer, 500, 'INTERNAL');
    assert.deepEqual(Object.keys(answer.body), ['code', 'message', 'error', 'request_id']);
    assert.equal(answer.body.request_id, answer.headers.get('x-request-id'));
  } finally {
    await api.db.schema.alterTable('machines').renameColumn('gone', 'area').execute();
  }
});

describe('malformed requests are refused in the same format, and the connection is closed', () => {
  const send = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(api.url);
      let answer = '';
      const socket = net.connect(Number(port), hostname, () => socket.write(text));
      socket
        .on('data', (chunk) => (answer += chunk))
        .on('error', reject)
        .on('close', () => resolve(answer));
    });
  const cases: [string, string, number, string, string][] = [
    ['no HTTP at all', 'NONSENSE\r\n\r\n', 400, 'VALIDATION', 'Controlla i campi evidenziati'],
    [
      'a header without a name',
      'GET / HTTP/1.1\r\nHost: x\r\nAccept-Language: en\r\n: x\r\n\r\n',
      400,
      'VALIDATION',
      'Check the highlighted fields',
    ],
    ['two lengths', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400, 'VALIDATION', ''],
    [
      'no host',
      'GET /api/health HTTP/1.1\r\nAccept-Language: en\r\n\r\n',
      400,
      'VALIDATION',
      'Check the highlighted fields',
    ],
    ['a tunnel', 'CONNECT /api/products HTTP/1.1\r\nHost: x\r\n\r\n', 404, 'NOT_FOUND', 'Elemento non trovato'],
    [
      'an unknown expectation',
      'POST /api/products HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\nContent-Length: 2\r\n\r\n{}',
      417,
      'VALIDATION',
      '',
    ],
    ['headers of 40 kB', `GET / HTTP/1.1\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431, 'TOO_LARGE', ''],
  ];
  for (const [what, text, status, code, message] of cases)
    test(what, async () => {
      const answer = await send(text);
      assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `));
      assert.match(answer, /\r\nx-content-type-options: nosniff\r\n/);
      const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
      assert.deepEqual([body.code, body.error], [code, body.message]);
      if (message) assert.equal(body.message, message);
    });
});

describe('a client that sends its whole body before it reads gets the reason of the refusal', () => {
  /** @returns the status codes and the whole answer */
  const sendAll = async (token: string, connection: string, after = '') => {
    const { hostname, port } = new URL(api.url);
    const socket = net.connect(Number(port), hostname);
    const body = Buffer.alloc(30_000_000, ' ');
    socket.pause();
    socket.write(
      `POST /api/machines HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nConnection: ${connection}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    await new Promise<void>((resolve, reject) => socket.write(body, (error) => (error ? reject(error) : resolve())));
    if (after) socket.write(after);
    let received = '';
    for await (const chunk of socket) received += String(chunk);
    return { statuses: received.match(/(?<=HTTP\/1\.1 )\d{3}/g), received };
  };
  test('too large: the connection stays usable', async () => {
    const { statuses, received } = await sendAll(
      api.admin.token,
      'keep-alive',
      'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    assert.deepEqual(statuses, ['413', '200']);
    assert.match(received, /"code":"TOO_LARGE"/);
  });
  test('too large, with `Connection: close`', async () => {
    const { statuses, received } = await sendAll(api.admin.token, 'close');
    assert.deepEqual(statuses, ['413']);
    assert.match(received, /"code":"TOO_LARGE"/);
  });
  test('without a session', async () => {
    assert.deepEqual((await sendAll('nobody', 'close')).statuses, ['401']);
  });
});

matrixTest('a connection with slow headers is closed within 15 seconds', async () => {
  const { hostname, port } = new URL(api.url);
  const started = performance.now();
  let answer = '';
  await new Promise<void>((resolve) => {
    const socket = net.connect(Number(port), hostname, () => socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n'));
    const drip = setInterval(() => socket.write('x-slow: 1\r\n'), 500);
    socket.on('error', () => {}).on('data', (chunk) => (answer += chunk));
    socket.on('close', () => {
      clearInterval(drip);
      resolve();
    });
  });
  assert.ok(performance.now() - started < 15_000);
  assert.match(answer, /^HTTP\/1\.1 408 /);
  assert.equal(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).code, 'VALIDATION');
});

test('a prototype in a body is plain data that is ignored', async () => {
  const answer = await api.admin.post('/machines', undefined, {
    raw: '{"code":"proto","description":"x","__proto__":{"area":"sneaked in"},"constructor":{"area":"too"}}',
  });
  assert.deepEqual([answer.status, answer.body.area], [201, null]);
  assert.equal(({} as { area?: string }).area, undefined);
});
