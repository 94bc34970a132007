/** Serves the built interface: hashed files are cached for ever, the page itself is revalidated on every request. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static';
import { readLanguageCookie } from '@bobina/contract/core/languages.ts';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../platform/problem.ts';
import { readScreenLinks } from './screen-links.ts';

const DIST = path.join(import.meta.dirname, '../../../web/dist');

/**
 * Registers the files of the interface and its page for every path of a screen. Other paths answer 404. One route serves
 * all hashed files: a route for each of some 2,000 files and its HEAD takes 10 MB of memory.
 */
export async function serveWeb(server: FastifyInstance): Promise<void> {
  const built = existsSync(path.join(DIST, 'index.html'));
  if (built) {
    await server.register(fastifyStatic, {
      root: path.join(DIST, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      dotfiles: 'ignore',
      ...serving('public, max-age=31536000, immutable'),
    });
    await server.register(fastifyStatic, {
      root: DIST,
      wildcard: false,
      globIgnore: ['assets/**'],
      ...serving('no-cache'),
    });
  }
  const linksOf = readScreenLinks(path.join(DIST, '.screens.json'));
  // Every path of the interface serves the same page; unknown paths with a file extension are 404.
  server.setNotFoundHandler((request, reply) => {
    const address = request.url.split('?')[0]!;
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/\.\w{1,5}$/.test(address);
    if (!built || !isPage || /^\/api(\/|$|\?)/.test(request.url)) throw new Problem('NOT_FOUND');
    const links = linksOf(address, readLanguageCookie(request.headers.cookie));
    if (links) reply.header('link', links);
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

function serving(caching: string) {
  return {
    preCompressed: true,
    index: false,
    setHeaders: (reply) => void reply.header('cache-control', caching),
  } satisfies Partial<FastifyStaticOptions>;
}
