import type { FastifyInstance } from 'fastify';
import { docsPage, type ApiDocument } from './docs-page.ts';

/**
 * GET /api/openapi.json and its page GET /api/docs, open to all. The document is made when it is first asked for: making
 * it takes longer than the rest of the start.
 */
export const mountDocs = (api: FastifyInstance, makeDocument: () => object): void => {
  let made: object | undefined;
  let text: string | undefined;
  let page: string | undefined;
  const document = () => (made ??= makeDocument());
  api.get('/openapi.json', { config: { needs: 'public' } }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send((text ??= JSON.stringify(document()))),
  );
  api.get('/docs', { config: { needs: 'public' } }, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send((page ??= docsPage(document() as ApiDocument))),
  );
};
