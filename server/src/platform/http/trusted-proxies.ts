import { BlockList, isIP } from 'node:net';

/** Names of address ranges, as in other software that is configured behind proxies. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Parses TRUST_PROXY: addresses, networks such as `10.0.0.0/8`, and the names loopback, linklocal and uniquelocal,
 * separated by commas.
 * @returns whether an address is a trusted proxy
 * @throws Error that names the invalid part; a network of all addresses is refused, because any client could forge its
 * address
 */
export function readTrustedProxies(text: string): (address: string) => boolean {
  const trusted = new BlockList();
  for (const part of text.split(',').map((given) => given.trim()))
    for (const range of NAMED[part] ?? [part]) {
      const [address = '', prefix, ...more] = range.split('/');
      const version = isIP(address);
      const bits = version === 6 ? 128 : 32;
      const length = prefix === undefined ? bits : /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0;
      if (version === 0 || more.length > 0 || length < 1 || length > bits)
        throw new Error(
          `TRUST_PROXY must be the addresses or networks of your proxies, separated by commas, such as 127.0.0.1 or 10.0.0.0/8; invalid: ${part || '(empty)'}`,
        );
      trusted.addSubnet(address, length, version === 6 ? 'ipv6' : 'ipv4');
    }
  return (address) => {
    const plain = address.replace(/%.*$/, '');
    const version = isIP(plain);
    return version !== 0 && trusted.check(plain, version === 6 ? 'ipv6' : 'ipv4');
  };
}
