import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { ApiExample } from '../platform/http/openapi.ts';
import { docsPage, type ApiDocument } from './docs-page.ts';

/** The recorded examples, by operation id; `npm run api-examples` writes them. */
export const API_EXAMPLES = path.join(import.meta.dirname, 'api-examples.json');

/** Reads the examples that the API reference shows. */
export function readApiExamples(): Record<string, ApiExample> {
  return JSON.parse(readFileSync(API_EXAMPLES, 'utf8')) as Record<string, ApiExample>;
}

/**
 * GET /api/openapi.json and its page GET /api/docs, open to all. The document is made when it is first asked for: making
 * it takes longer than the rest of the start.
 */
export function mountDocs(api: FastifyInstance, makeDocument: () => object): void {
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
}
