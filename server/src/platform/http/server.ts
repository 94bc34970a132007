/** The HTTP server: limits, headers, sign-in before a body is read, the error shape, and the routes it is given. */
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
import { errorHandler, type ConstraintProblems } from './errors.ts';
import { drainRequestBody } from './drain-request-body.ts';
import { setSecurityHeaders } from './security-headers.ts';
import { closeSlowReaders } from './slow-readers.ts';
import { SOCKET_LIMITS, watchSockets, type SocketLimits } from './sockets.ts';
import { readTrustedProxies } from './trusted-proxies.ts';

const BODY_BYTES = 1_000_000;
/** The quickest levels: the defaults cost more than everything else together. Files are compressed when they are built. */
const COMPRESSION: FastifyCompressOptions = {
  threshold: 4_096,
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  zlibOptions: { level: 1 },
};

interface Options {
  authenticate: (authorization: string | undefined) => Promise<Caller>;
  constraints: ConstraintProblems;
  logger: FastifyServerOptions['logger'];
  trustProxy?: string | undefined;
  socketLimits?: SocketLimits | undefined;
  /** Told of every answer that has gone out. */
  answered?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined;
  /** The routes of the API, registered under /api. */
  routes: (api: FastifyInstance) => void | Promise<void>;
}

export async function createServer({
  authenticate,
  constraints,
  logger,
  trustProxy,
  socketLimits = SOCKET_LIMITS,
  answered,
  routes,
}: Options): Promise<FastifyInstance> {
  const isProxy = trustProxy === undefined ? () => false : readTrustedProxies(trustProxy);
  const app = Fastify({
    logger: logger ?? false,
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES,
    requestTimeout: 30_000,
    // Proxies keep unused connections for a minute; others are told what watchSockets() allows.
    keepAliveTimeout: trustProxy === undefined ? socketLimits.silentMs : 72_000,
    http: {
      headersTimeout: 8_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 32_768,
      requireHostHeader: false, // refused below, in words
    },
    forceCloseConnections: 'idle',
    // Refused below instead, in the shape of every other refusal.
    return503OnClosing: false,
    // One line for each request, written below, with who asked.
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerClientError,
    // No hook has run for these, and their request knows nothing of a proxy.
    frameworkErrors: (error, request, reply) => {
      prepare(request, reply, trustProxy !== undefined && request.headers['x-forwarded-proto'] === 'https');
      return void errorHandler(constraints)(error, request, reply);
    },
    ...(trustProxy !== undefined && { trustProxy: isProxy }),
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  app.decorateRequest('caller', null);
  app.decorateRequest('language', 'it');
  app.setErrorHandler(errorHandler(constraints));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    try {
      done(null, readJson(body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  refuseInWords(app.server);
  watchSockets(app.server, socketLimits, isProxy, refuseTooMany);
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    prepare(request, reply);
    // A proxy passes a 503 on to whoever asked, so behind one only its health check is refused: other requests are
    // answered until it turns to another server, which it does by itself when it finds this one closed.
    if (isClosing && (trustProxy === undefined || request.routeOptions.config.isHealth))
      throw new Problem('UNAVAILABLE');
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') {
      reply.header('connection', 'close');
      throw new Problem('VALIDATION');
    }
  });
  drainRequestBody(app);
  closeSlowReaders(app);
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request;
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
      // Before the body is read: an unauthorised caller learns nothing of its shape.
      api.addHook('onRequest', async (request) => {
        const { needs } = request.routeOptions.config;
        if (needs === 'public') return;
        if (needs === undefined) throw notFound();
        request.caller = await authenticate(request.headers.authorization);
        if (needs !== 'signed-in' && !can(request.caller.role, needs)) throw new Problem('FORBIDDEN');
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

/** What every answer has, that of a path which cannot even be read included. */
function prepare(request: FastifyRequest, reply: FastifyReply, overTls = request.protocol === 'https') {
  request.language = preferredLanguage(request.headers['accept-language']);
  reply.header('x-request-id', request.id);
  setSecurityHeaders(reply, overTls);
}
