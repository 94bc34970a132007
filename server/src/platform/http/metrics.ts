/** GET /metrics for Prometheus: how the process, its requests and its database connections are. Off without a token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { probeWrites } from '../database/probe.ts';
import type { Replica } from '../database/replica.ts';
import { Problem } from '../problem.ts';

export interface Metrics {
  /** To be told of every answer that has gone out. */
  answered(request: FastifyRequest, reply: FastifyReply): void;
  mount(server: FastifyInstance): void;
}
interface Measured {
  token: string;
  version: string;
  pool: Pool;
  replica: Replica | undefined;
  /** How many browsers read live changes just now. */
  liveReaders: () => number;
}

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createMetrics({ token, version, pool, replica, liveReaders }: Measured): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
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
  // After these: it takes a connection itself, and would be counted among those that wait for one.
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

function digest(text: string) {
  return createHash('sha256').update(text).digest();
}

function isUp(pool: Pool): Promise<boolean> {
  return probeWrites(pool).then(
    () => true,
    () => false,
  );
}
