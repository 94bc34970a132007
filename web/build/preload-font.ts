import type { Plugin } from 'vite';

const LATIN = /inter-latin-wght-normal.*[.]woff2$/;

/** Preloads the Latin letters of the interface's font, so that the first screen does not change its font. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const file = Object.keys(bundle).find((name) => LATIN.test(name));
        if (!file) throw new Error('The font of the interface is not in the build');
        const attrs = { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
