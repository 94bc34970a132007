/** The addresses to which the server may connect: public ones, and private ones in the networks that the operator names. */
import { BlockList, isIP } from 'node:net';

const PRIVATE_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
const PRIVATE_V6 = [
  '::/128',
  '::1/128',
  '64:ff9b:1::/48',
  '100::/64',
  '2001:db8::/32',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];
/** Prefixes of addresses that contain an IPv4 address, and the byte at which it begins. */
const EMBEDDING: [readonly number[], number][] = [
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff], 12], // mapped
  [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 12], // compatible
  [[0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0], 12], // translated
  [[0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0], 12], // NAT64
  [[0x20, 0x02], 2], // 6to4
];
const PRIVATE = blockListOf([...PRIVATE_V4, ...PRIVATE_V6]);

/** Private networks that the operator allows. */
export interface Networks {
  /** Whether the address is in a named network. */
  names(address: string): boolean;
  /** Whether the server may send there: a public address, or one in a named network. */
  allows(address: string): boolean;
}

/**
 * Parses ALLOW_PRIVATE_NETWORKS: CIDR blocks or addresses, separated by commas or spaces.
 * @throws Error that names the invalid one
 */
export function readNetworks(list: string | undefined): Networks {
  const named = blockListOf((list ?? '').split(/[\s,]+/).filter((one) => one !== ''));
  const names = (address: string) => {
    const embedded = embeddedV4(address);
    return isIn(named, address) || (embedded !== undefined && isIn(named, embedded));
  };
  return { names, allows: (address) => names(address) || !isPrivate(address) };
}

/** Whether an address is private, loopback, link-local, unspecified, multicast or reserved. Unreadable ones are private. */
export function isPrivate(address: string): boolean {
  if (isIP(address) === 0) return true;
  const embedded = embeddedV4(address);
  return isIn(PRIVATE, address) || (embedded !== undefined && isIn(PRIVATE, embedded));
}

/** The address that a URL names directly, in any spelling: the parser of URLs has normalised it. Undefined for a name. */
export function addressIn({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? undefined : bare;
}

function isIn(list: BlockList, address: string): boolean {
  const bare = address.replace(/%.*$/, '');
  return list.check(bare, isIP(bare) === 4 ? 'ipv4' : 'ipv6');
}

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits, ...more] = network.split('/');
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : -1;
    if (version === 0 || prefix < 0 || prefix > most || more.length > 0)
      throw new Error(`ALLOW_PRIVATE_NETWORKS is a list of networks such as 10.0.0.0/8: ${network} is none`);
    list.addSubnet(address, prefix, version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** The IPv4 address inside an IPv6 address, if it has one. */
function embeddedV4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const bytes = bytesOf(address.replace(/%.*$/, ''));
  const found = EMBEDDING.find(([prefix]) => prefix.every((byte, at) => bytes[at] === byte));
  return found && bytes.slice(found[1], found[1] + 4).join('.');
}

/** The 16 bytes of an IPv6 address. */
function bytesOf(address: string): number[] {
  // The parser of URLs writes an embedded IPv4 address in hexadecimal.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [left, right] = [groups(head), groups(tail ?? '')];
  const all = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right];
  return all.flatMap((group) => [group >> 8, group & 0xff]);
}
