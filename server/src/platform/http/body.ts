import { invalid, Problem } from '../problem.ts';

const DEEPEST = 20;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** The content of a JSON body; an empty one is no body. @throws INVALID_JSON, VALIDATION when nested too deeply */
export function readJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  try {
    const text = decoder.decode(bytes);
    if (isTooDeep(text)) throw invalid('', 'too_deep');
    return text.trim() === '' ? undefined : JSON.parse(text);
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('INVALID_JSON');
  }
}

/** Whether the braces of a JSON text nest deeper than we read. Looked at before parsing, which would recurse. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 92) at++; // backslash
      else if (char === 34) inString = false;
    } else if (char === 34) inString = true;
    else if (char === 123 || char === 91) {
      if (++depth > DEEPEST) return true;
    } else if (char === 125 || char === 93) depth--;
  }
  return false;
}
