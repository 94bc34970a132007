import type { TFunction } from 'i18next';
import type { Capability } from '@bobina/contract/core/permissions.ts';

/** The name of a capability in the user's language. */
export function capabilityName(t: TFunction<'identity'>, capability: Capability): string {
  const [area, act] = capability.split('.');
  return t(`capabilities.${area}.${act}` as 'capabilities.registry.read');
}
