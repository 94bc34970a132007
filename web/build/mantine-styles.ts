import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const FOLDER = path.join(path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css')), 'styles');
const CLASS = /\bm_[0-9a-f]{6,8}\b/g;

/**
 * `ui/mantine.css` names the styles of the components in use: all of Mantine's would be twice the first load's. Stops a
 * build whose code shows a component that has lost its styles, and says which line is missing.
 */
export function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const files = Object.values(bundle);
      const used = classesOf(files.map((file) => (file.type === 'chunk' ? file.code : '')).join('\n'));
      const styled = classesOf(
        files
          .map((file) => (file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : ''))
          .join('\n'),
      );
      for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.layer.css'))) {
        const classes = [...classesOf(readFileSync(path.join(FOLDER, file), 'utf8'))];
        const isUsed = classes.some((name) => used.has(name));
        if (isUsed && !classes.some((name) => styled.has(name)))
          this.error(
            `A component of Mantine is shown without its styles. Add to web/src/ui/mantine.css:\n@import '@mantine/core/styles/${file}';`,
          );
      }
    },
  };
}

function classesOf(text: string) {
  return new Set(text.match(CLASS));
}
