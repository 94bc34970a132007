/** Names of buttons and fields inside the texts of the guide: `[area:key]` is replaced by a text of the interface. */
import { useTranslation } from 'react-i18next';

export interface InterfaceText {
  namespace: string;
  key: string;
}

const REFERENCE = /\[([\w-]+):([\w.-]+)\]/;

/** Splits a text of the guide at its references to texts of the interface. */
export function guideParts(text: string): (string | InterfaceText)[] {
  return text
    .split(new RegExp(REFERENCE, 'g'))
    .flatMap((part, index, all): (string | InterfaceText)[] =>
      index % 3 === 0 ? [part] : index % 3 === 1 ? [{ namespace: part, key: all[index + 1]! }] : [],
    );
}

/** Returns the namespaces that the texts refer to. */
export function namespacesIn(texts: readonly string[]): string[] {
  const found = texts.flatMap(guideParts).flatMap((part) => (typeof part === 'string' ? [] : [part.namespace]));
  return [...new Set(found)];
}

/** Returns a function that reads a text of the interface in the current language. */
export function useInterfaceText(): (reference: InterfaceText) => string {
  const { i18n } = useTranslation();
  return ({ namespace, key }) => i18n.t(key as never, { ns: namespace as never });
}

/** Returns the text with its references replaced. */
export function plainText(text: string, read: (reference: InterfaceText) => string): string {
  return guideParts(text)
    .map((part) => (typeof part === 'string' ? part : read(part)))
    .join('');
}
