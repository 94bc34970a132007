import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SOURCE = path.resolve(import.meta.dirname, '../src');
const CARDS = path.join(SOURCE, 'app/pages/cards.ts');

/** Matches the modules of the icons that only the cards of the home page show: they load with the cards. */
export function cardIcons(): RegExp {
  const elsewhere = new Set(
    globSync('**/*.{ts,tsx}', { cwd: SOURCE })
      .map((file) => path.join(SOURCE, file))
      .filter((file) => file !== CARDS)
      .flatMap(iconsIn),
  );
  return new RegExp(
    `/(${iconsIn(CARDS)
      .filter((icon) => !elsewhere.has(icon))
      .join('|')})\\.mjs$`,
  );
}

function iconsIn(file: string): string[] {
  return readFileSync(file, 'utf8').match(/\bIcon[A-Z]\w*/g) ?? [];
}
