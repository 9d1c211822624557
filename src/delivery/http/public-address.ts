import { BlockList, isIP } from 'node:net';

/** Addresses that lead to this machine, its network or the cloud's own services; of both families. */
const PRIVATE = new BlockList();

const PRIVATE_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
const PRIVATE_V6: [string, number][] = [
  ['::', 128],
  ['::1', 128],
  ['100::', 64],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
];
/** Prefixes under which an IPv6 address carries an IPv4 one, with the group of 16 bits it begins at. */
const CARRIERS: { prefix: [string, number]; group: number }[] = [
  { prefix: ['::ffff:0:0', 96], group: 6 },
  { prefix: ['::', 96], group: 6 },
  { prefix: ['64:ff9b::', 96], group: 6 },
  { prefix: ['64:ff9b:1::', 48], group: 6 },
  { prefix: ['2002::', 16], group: 1 },
];

for (const [address, bits] of PRIVATE_V4) PRIVATE.addSubnet(address, bits, 'ipv4');
for (const [address, bits] of PRIVATE_V6) PRIVATE.addSubnet(address, bits, 'ipv6');

/** Whether an IP address is one of the public internet (behaviour W4). What is no address is none. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !PRIVATE.check(address, 'ipv4');
    case 6:
      return !PRIVATE.check(address, 'ipv6') && carriedAddresses(address).every(isPublicAddress);
    default:
      return false;
  }
}

function carriedAddresses(address: string): string[] {
  const groups = groupsOf(address);
  return CARRIERS.flatMap(({ prefix, group }) => {
    const carrier = new BlockList();
    carrier.addSubnet(...prefix, 'ipv6');
    const [high = 0, low = 0] = groups.slice(group, group + 2);
    return carrier.check(address, 'ipv6') ? [[high >> 8, high & 255, low >> 8, low & 255].join('.')] : [];
  });
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const plain = (address.split('%')[0] ?? '').replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = plain.split('::');
  const left = toGroups(head);
  const right = toGroups(tail ?? '');
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<number>(Math.max(0, gap)).fill(0), ...right];
}

function toGroups(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}
