/** Serves the built interface: hashed files are cached for ever, the page itself is revalidated on every request. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { readLanguageCookie } from '@bobina/contract/core/languages.ts';
import type { FastifyInstance } from 'fastify';
import { Problem } from '../platform/problem.ts';
import { readScreenLinks } from './screen-links.ts';

const DIST = path.join(import.meta.dirname, '../../../web/dist');

/** Registers the files of the interface and its page for every path of a screen. Other paths answer 404. */
export async function serveWeb(server: FastifyInstance): Promise<void> {
  const built = existsSync(path.join(DIST, 'index.html'));
  if (built) {
    await server.register(fastifyStatic, {
      root: DIST,
      preCompressed: true,
      wildcard: false,
      index: false,
      setHeaders: (reply, file) => {
        const hashed = file.includes(`${path.sep}assets${path.sep}`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
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
