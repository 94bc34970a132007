/** Numbers as people type them: comma or point for decimals, groups of three, spaces; and what is ambiguous is said to be. */
import type { Language } from '@bobina/contract/core/languages.ts';

export type Typed =
  | { kind: 'empty' }
  | { kind: 'number'; value: number }
  | { kind: 'ambiguous'; grouped: number; decimal: number }
  | { kind: 'invalid' };

const DECIMAL_SIGN: Record<Language, ',' | '.'> = { it: ',', fr: ',', en: '.' };
// Spaces of every width, apostrophes of Swiss habit.
const NOISE = /[\s\u00a0\u202f'’]/g;

/**
 * Reads one typed or pasted number. A lone `8.767` may be eight thousand or eight and a bit in Italian and French
 * (there the point groups), `8,767` in English: then both readings are returned and the field asks.
 * @param whole the field takes whole numbers only, so a group is the only sensible reading
 */
export function readNumber(typed: string, language: Language, whole = false): Typed {
  const negative = /^\s*[-−]/.test(typed);
  const text = typed.replace(NOISE, '').replace(/^[-−+]/, '');
  if (text === '') return negative ? { kind: 'invalid' } : { kind: 'empty' };
  if (!/^[\d.,]+$/.test(text) || !/\d/.test(text)) return { kind: 'invalid' };
  const points = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (points === 0 && commas === 0) return numberOf(text, '', negative);
  if (points > 0 && commas > 0) {
    const sign = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
    const [left = '', right = '', ...more] = text.split(sign);
    const parts = left.split(sign === '.' ? ',' : '.');
    return more.length === 0 && areGroups(parts) && !/\D/.test(right)
      ? numberOf(parts.join(''), right, negative)
      : { kind: 'invalid' };
  }
  const sign = points > 0 ? '.' : ',';
  const parts = text.split(sign);
  if (parts.length > 2) return areGroups(parts) ? numberOf(parts.join(''), '', negative) : { kind: 'invalid' };
  const [left = '', right = ''] = parts;
  const decimal = numberOf(left, right, negative);
  const couldBeGroup = /^[1-9]\d{0,2}$/.test(left) && /^\d{3}$/.test(right) && sign !== DECIMAL_SIGN[language];
  if (!couldBeGroup || decimal.kind !== 'number') return decimal;
  const grouped = numberOf(left + right, '', negative);
  if (grouped.kind !== 'number' || whole) return grouped;
  return { kind: 'ambiguous', grouped: grouped.value, decimal: decimal.value };
}

function numberOf(whole: string, fraction: string, negative: boolean): Typed {
  const value = Number(`${negative ? '-' : ''}${whole || '0'}.${fraction || '0'}`);
  return Number.isFinite(value) ? { kind: 'number', value: value === 0 ? 0 : value } : { kind: 'invalid' };
}

function areGroups(parts: string[]) {
  return /^\d{1,3}$/.test(parts[0]!) && parts.slice(1).every((part) => /^\d{3}$/.test(part));
}
