/** XML as a tree, for tests: no entities but the five, no mixed content. Refuses what is not well-formed. */
import assert from 'node:assert/strict';

export interface Xml {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Xml[];
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", '#13': '\r' };

export function readXml(source: string): Xml {
  assert.match(source, /^<\?xml version="1.0" encoding="UTF-8"\?>\n/);
  const root: Xml = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  for (const [, text, close, name, attributes] of source
    .slice(source.indexOf('\n') + 1)
    .matchAll(/([^<]*)<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)>/g)) {
    const parent = open.at(-1)!;
    if (close) {
      assert.equal(name, parent.name);
      if (parent.children.length === 0) parent.text = unescape(text!);
      open.pop();
      continue;
    }
    assert.equal(text!.trim(), '', 'text beside elements');
    const element: Xml = {
      name: name!,
      attributes: Object.fromEntries(
        [...attributes!.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key!, unescape(value!)]),
      ),
      text: '',
      children: [],
    };
    parent.children.push(element);
    open.push(element);
  }
  assert.equal(open.length, 1, 'an element is not closed');
  assert.equal(root.children.length, 1);
  return root.children[0]!;
}

/** All elements at a path of names, whatever prefix they have: `Body/Lines/Line`. */
export function all(xml: Xml, path: string): Xml[] {
  return path
    .split('/')
    .reduce<Xml[]>(
      (found, name) =>
        found.flatMap(({ children }) => children.filter((child) => child.name.replace(/^\w+:/, '') === name)),
      [xml],
    );
}
/** The text at a path, which is there once; undefined where it is not. */
export function textAt(xml: Xml, path: string): string | undefined {
  const found = all(xml, path);
  assert.ok(found.length <= 1, `${path} is there ${found.length} times`);
  return found[0]?.text;
}

function unescape(text: string): string {
  assert.doesNotMatch(text, /&(?!(lt|gt|amp|quot|apos|#13);)|[<>]/, `not escaped: ${text}`);
  return text.replace(/&([^;]+);/g, (_, name: string) => ENTITIES[name]!);
}
