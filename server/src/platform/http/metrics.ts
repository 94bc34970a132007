/** GET /metrics for Prometheus: process, request and database connection metrics. Disabled without a token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client';
import { probeWrites } from '../database/probe.ts';
import type { Replica } from '../database/replica.ts';
import { Problem } from '../problem.ts';

export interface Metrics {
  /** Call for every answer that has been sent. */
  answered(request: FastifyRequest, reply: FastifyReply): void;
  mount(server: FastifyInstance): void;
}
interface Measured {
  token: string;
  version: string;
  pool: Pool;
  replica: Replica | undefined;
  /** Number of open streams of live changes. */
  liveReaders: () => number;
}

/** The longest interval that a timer takes, in milliseconds: almost 25 days. */
const NEVER_MS = 2 ** 31 - 1;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Creates the metrics registry and the handler of GET /metrics, which requires `token` as a bearer token. */
export function createMetrics({ token, version, pool, replica, liveReaders }: Measured): Metrics {
  const registry = new Registry();
  collectProcessMetrics(registry);
  const registers = [registry];
  const duration = new Histogram({
    name: 'bobina_http_request_duration_seconds',
    help: 'How long requests took, by route and status; live streams left out',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers,
  });
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name: `bobina_${name}`,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  gauge('database_connections', 'Connections to the database', () => pool.totalCount);
  gauge('database_connections_idle', 'Of these, free ones', () => pool.idleCount);
  gauge('database_connections_awaited', 'Requests that wait for one', () => pool.waitingCount);
  // Registered after the connection gauges: it takes a connection itself and would be counted as waiting.
  gauge('database_up', '1 when the database answers and can be written to', async () => Number(await isUp(pool)));
  gauge('live_readers', 'Open streams of live changes', liveReaders);
  if (replica) {
    gauge('reports_on_replica', 'Reports answered by the replica', () => replica.answered.replica);
    gauge('reports_on_primary', 'Reports answered by the primary instead', () => replica.answered.primary);
  }
  new Gauge({ name: 'bobina_info', help: 'The version', labelNames: ['version'], registers }).set({ version }, 1);

  return {
    answered: (request, reply) => {
      const route = request.routeOptions.url ?? 'none';
      if (route === '/api/events') return;
      duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    },
    mount: (server) => {
      const wanted = digest(`Bearer ${token}`);
      server.get('/metrics', async (request, reply) => {
        if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted)) throw new Problem('UNAUTHENTICATED');
        return reply
          .header('cache-control', 'no-store')
          .type(registry.contentType)
          .send(await registry.metrics());
      });
    },
  };
}

/** Default metrics without the event loop utilization: its two metrics take a sample ten times a second. */
function collectProcessMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopUtilizationTimeout: NEVER_MS });
  for (const name of ['nodejs_eventloop_utilization_summary', 'nodejs_eventloop_utilization_histogram'])
    registry.removeSingleMetric(name);
}

function digest(text: string) {
  return createHash('sha256').update(text).digest();
}

function isUp(pool: Pool): Promise<boolean> {
  return probeWrites(pool).then(
    () => true,
    () => false,
  );
}
