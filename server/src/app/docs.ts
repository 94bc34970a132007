import type { FastifyInstance } from 'fastify';

/** GET /api/openapi.json, open to all. */
export const mountDocs = (api: FastifyInstance, document: object): void => {
  const text = JSON.stringify(document);
  api.get('/openapi.json', { config: { needs: 'public' } }, (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
};
