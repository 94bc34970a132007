/** Keeps outgoing connections away from addresses that the server may not send to. */
import { lookup as lookUpName } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { addressIn } from './networks.ts';

/** The address is private, and the operator did not name its network. */
export class RefusedAddress extends Error {
  constructor(address: string) {
    super(`${address} is in a network that ALLOW_PRIVATE_NETWORKS does not name`);
  }
}

/** @throws RefusedAddress if the URL names an address, not a name, that may not be sent to */
export function refuseInside(url: URL, may: (address: string) => boolean): void {
  const literal = addressIn(url);
  if (literal !== undefined && !may(literal)) throw new RefusedAddress(literal);
}

/**
 * A name lookup that answers only permitted addresses, so that no connection to another one is opened. It fails with
 * RefusedAddress if none is permitted.
 */
export function lookupAmong(may: (address: string) => boolean): LookupFunction {
  return (name, options, callback) => {
    lookUpName(name, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const found = addresses.filter(({ address }) => may(address));
      if (found.length === 0) return callback(new RefusedAddress(addresses[0]?.address ?? name), '', 0);
      if (options.all) return callback(null, found);
      return callback(null, found[0]!.address, found[0]!.family);
    });
  };
}
