import { BlockList, isIP } from 'node:net';

type Network = [address: string, bits: number];

/** Networks of this machine, private and multicast networks, and those of a cloud's internal services. */
const PRIVATE_V4 = networks('ipv4', [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure's services for a machine have a public address that only the machine can reach.
  ['168.63.129.16', 32],
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
]);
/** The only part of IPv6 that is assigned to the public internet, with exceptions. */
const GLOBAL_V6 = networks('ipv6', [['2000::', 3]]);
const SPECIAL_V6 = networks('ipv6', [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
]);
/** IPv4 addresses as IPv6 sockets write them. */
const MAPPED_V6 = networks('ipv6', [['::ffff:0:0', 96]]);
/** Prefixes of IPv6 addresses that embed an IPv4 address, with the index of the 16-bit group at which it begins. */
const CARRIERS = [
  { prefix: MAPPED_V6, group: 6 },
  { prefix: networks('ipv6', [['64:ff9b::', 96]]), group: 6 },
  { prefix: networks('ipv6', [['2002::', 16]]), group: 1 },
];

const LOOPBACK = networks('ipv4', [['127.0.0.0', 8]]);
LOOPBACK.addAddress('::1', 'ipv6');

/** Networks of this machine and of machines near it, where the operator may run a server. */
const LOCAL_V4 = networks('ipv4', [
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
]);
const LOCAL_V6 = networks('ipv6', [
  ['::1', 128],
  ['fc00::', 7],
]);
/** Metadata services of clouds that are in these networks; those of other clouds are link-local, and so not in them. */
const CLOUD_V4 = networks('ipv4', [['100.100.100.200', 32]]);
const CLOUD_V6 = networks('ipv6', [['fd00:ec2::', 32]]);

/**
 * Whether an IP address belongs to this machine or to a private network. Link-local addresses do not, nor do those of the
 * metadata services of clouds.
 */
export function isLocalAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return LOCAL_V4.check(address, 'ipv4') && !CLOUD_V4.check(address, 'ipv4');
    case 6:
      if (address.includes('%')) return false;
      if (MAPPED_V6.check(address, 'ipv6')) return isLocalAddress(carriedAddress(address, 6));
      return LOCAL_V6.check(address, 'ipv6') && !CLOUD_V6.check(address, 'ipv6');
    default:
      return false;
  }
}

/** Whether an IP address is that of this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return LOOPBACK.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return MAPPED_V6.check(address, 'ipv6')
    ? isLoopbackAddress(carriedAddress(address, 6))
    : LOOPBACK.check(address, 'ipv6');
}

/** Whether a text is an IP address of the public internet (behaviour W4). */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !PRIVATE_V4.check(address, 'ipv4');
    case 6:
      return isPublicV6(address);
    default:
      return false;
  }
}

function isPublicV6(address: string): boolean {
  // A zone names a network interface of this machine.
  if (address.includes('%')) return false;
  const carrier = CARRIERS.find(({ prefix }) => prefix.check(address, 'ipv6'));
  if (carrier) return isPublicAddress(carriedAddress(address, carrier.group));
  return GLOBAL_V6.check(address, 'ipv6') && !SPECIAL_V6.check(address, 'ipv6');
}

function carriedAddress(address: string, group: number): string {
  const [high = 0, low = 0] = groupsOf(address).slice(group, group + 2);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const plain = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...parts) => {
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

function networks(family: 'ipv4' | 'ipv6', list: Network[]): BlockList {
  const blockList = new BlockList();
  for (const [address, bits] of list) blockList.addSubnet(address, bits, family);
  return blockList;
}
