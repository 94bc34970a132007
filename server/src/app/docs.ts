import type { FastifyInstance } from 'fastify';
import { docsPage, type ApiDocument } from './docs-page.ts';

/** GET /api/openapi.json and its page GET /api/docs, open to all. */
export const mountDocs = (api: FastifyInstance, document: object): void => {
  const text = JSON.stringify(document);
  const page = docsPage(document as ApiDocument);
  api.get('/openapi.json', { config: { needs: 'public' } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  );
  api.get('/docs', { config: { needs: 'public' } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page),
  );
};
