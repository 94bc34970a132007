/** The HTTP server: limits, headers, sign-in before a body is read, error format, and routes. */
import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import { preferredLanguage } from '@bobina/contract/core/languages.ts';
import { can } from '@bobina/contract/core/permissions.ts';
import type { Caller } from '../context.ts';
import { notFound, Problem } from '../problem.ts';
import { readJson } from './body.ts';
import { answerClientError, refuseInWords, refuseTooMany } from './client-errors.ts';
import { endConnectionsOnClose } from './closing.ts';
import { errorHandler, type ConstraintProblems, type ReadUses } from './errors.ts';
import { drainRequestBody } from './drain-request-body.ts';
import { isClosedToServiceTokens } from './service-tokens.ts';
import { createRateLimit } from './rate-limit.ts';
import { createRefusalLog } from './refusal-log.ts';
import { readUpload, UPLOAD_TYPES } from './read-upload.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { closeSlowReaders } from './slow-readers.ts';
import { endSlowRequests } from './slow-requests.ts';
import { SOCKET_LIMITS, watchSockets, type SocketLimits } from './sockets.ts';
import { readTrustedProxies } from './trusted-proxies.ts';

const BODY_BYTES = 1_000_000;
/** For a whole request, in milliseconds: 25 MB at 28 kB/s. Only uploads may take that long; see endSlowRequests(). */
const LONGEST_REQUEST_MS = 15 * 60_000;
/**
 * Fastest compression levels: the defaults cost more than the rest of a request. Static files are compressed at build
 * time.
 */
const COMPRESSION: FastifyCompressOptions = {
  threshold: 4_096,
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 1 },
};

interface Options {
  authenticate: (authorization: string | undefined) => Promise<Caller>;
  constraints: ConstraintProblems;
  readUses?: ReadUses | undefined;
  logger: FastifyServerOptions['logger'];
  trustProxy?: string | undefined;
  socketLimits?: SocketLimits | undefined;
  /** Calls per second of one user; unlimited without it. */
  rateLimit?: number | undefined;
  /** Whether Strict-Transport-Security covers the subdomains too. */
  hstsSubdomains?: boolean | undefined;
  /** Called for every answer that has been sent. */
  answered?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined;
  /** Registers the routes of the API under /api. */
  routes: (api: FastifyInstance) => void | Promise<void>;
}

/** Creates the HTTP server, not listening yet. Its routes require a session unless their row is public. */
export async function createServer({
  authenticate,
  constraints,
  readUses,
  logger,
  trustProxy,
  socketLimits = SOCKET_LIMITS,
  rateLimit,
  hstsSubdomains = false,
  answered,
  routes,
}: Options): Promise<FastifyInstance> {
  const isProxy = trustProxy === undefined ? () => false : readTrustedProxies(trustProxy);
  const prepare = (request: FastifyRequest, reply: FastifyReply, overTls = request.protocol === 'https') =>
    prepareAnswer(request, reply, { overTls, withSubdomains: hstsSubdomains });
  const countCall = rateLimit === undefined ? undefined : createRateLimit(rateLimit);
  const noteRefusal = createRefusalLog();
  const app = Fastify({
    logger: logger ?? false,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES,
    requestTimeout: LONGEST_REQUEST_MS,
    // Proxies keep idle connections for a minute; for direct clients watchSockets() sets the limit.
    keepAliveTimeout: trustProxy === undefined ? socketLimits.silentMs : 72_000,
    http: {
      headersTimeout: 8_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 32_768,
      requireHostHeader: false, // refused below with an error body
    },
    forceCloseConnections: 'idle',
    // Refused below instead, in the error format of the API.
    return503OnClosing: false,
    // One log line per request is written below, with the user.
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerClientError,
    // These answers bypass all hooks, and their request has no proxy information.
    frameworkErrors: (error, request, reply) => {
      prepare(request, reply, trustProxy !== undefined && request.headers['x-forwarded-proto'] === 'https');
      return void errorHandler(constraints, { noteRefusal })(error, request, reply);
    },
    ...(trustProxy !== undefined && { trustProxy: isProxy }),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('language', 'it');
  app.setErrorHandler(errorHandler(constraints, { readUses, noteRefusal }));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  for (const type of UPLOAD_TYPES)
    app.addContentTypeParser(type, { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
      if (!request.routeOptions.config.uploads) throw new Problem('UNSUPPORTED_MEDIA');
      return readUpload(body, request.headers['content-type']!);
    });
  refuseInWords(app.server);
  watchSockets(app.server, socketLimits, isProxy, refuseTooMany);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    prepare(request, reply);
    // A proxy forwards a 503 to its client, so behind a proxy only the health check is refused. Other requests are
    // answered until the proxy finds this server closed and turns to another one.
    if (isClosing && (trustProxy === undefined || request.routeOptions.config.isHealth))
      throw new Problem('UNAVAILABLE');
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      reply.header('connection', 'close');
      throw new Problem('VALIDATION');
    }
  });
  endSlowRequests(app);
  drainRequestBody(app);
  closeSlowReaders(app);
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    // The address of a calendar is a secret, and the answer of a sign-in provider contains a code.
    const isSecret = /^\/api\/(calendars\/|auth\/oidc\/callback)/.test(request.url);
    const url = isSecret ? request.routeOptions.url : request.url;
    request.log.info(
      { method, url, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10, user: request.caller?.id },
      'request',
    );
    answered?.(request, reply);
    done();
  });

  await app.register(
    async (api) => {
      await api.register(fastifyCompress, COMPRESSION);
      // Authorises before the body is parsed: an unauthorised caller must not learn its schema.
      api.addHook('onRequest', async (request) => {
        const { needs } = request.routeOptions.config;
        if (needs === 'public') return;
        if (needs === undefined) throw notFound();
        request.caller = await authenticate(request.headers.authorization);
        countCall?.(request.caller.id);
        if (
          request.caller.tokenName !== undefined &&
          isClosedToServiceTokens(request.routeOptions.url?.slice('/api'.length) ?? '')
        )
          throw new Problem('FORBIDDEN');
        if (!isUnderAuth(request)) refuseUntilReady(request.caller);
        if (needs !== 'signed-in' && !can(request.caller, needs)) throw new Problem('FORBIDDEN');
      });
      api.addHook('onSend', async (_request, reply) => {
        if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      });
      api.setNotFoundHandler(() => {
        throw notFound();
      });
      await routes(api);
    },
    { prefix: '/api' },
  );
  await endConnectionsOnClose(app, trustProxy !== undefined);
  return app;
}
/** The calls that stay open to a user who must first change the password or add a second factor. */
function isUnderAuth({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/auth/') ?? false;
}

/** @throws PASSWORD_CHANGE_REQUIRED, SECOND_FACTOR_REQUIRED */
function refuseUntilReady({ mustChangePassword, mustAddSecondFactor }: Caller): void {
  if (mustChangePassword) throw new Problem('PASSWORD_CHANGE_REQUIRED');
  if (mustAddSecondFactor) throw new Problem('SECOND_FACTOR_REQUIRED');
}

/** Headers of every answer, including that of a path that cannot be parsed. */
function prepareAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  transport: Parameters<typeof setSecurityHeaders>[1],
) {
  request.language = preferredLanguage(request.headers['accept-language']);
  reply.header('x-request-id', request.id);
  setSecurityHeaders(reply, transport);
}
