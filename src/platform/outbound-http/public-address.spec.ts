import { isLocalAddress, isPublicAddress } from './public-address.js';

describe('isPublicAddress', () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111', '::ffff:1.1.1.1', '64:ff9b::101:101'])(
    'W4: %s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:10.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::10.0.0.1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    'example.com',
    '',
  ])('W4: %s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('isLocalAddress', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fd12:3456::1',
    '::ffff:192.168.1.1',
    '::ffff:7f00:1',
  ])('W4: %s is of this machine or a private network', (address) => {
    expect(isLocalAddress(address)).toBe(true);
  });

  it.each([
    '169.254.169.254',
    '169.254.0.1',
    '168.63.129.16',
    '100.100.100.200',
    'fe80::1',
    'fe80::1%eth0',
    'fd00:ec2::254',
    '::ffff:169.254.169.254',
    '64:ff9b::10.0.0.1',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    '255.255.255.255',
    '1.1.1.1',
    '172.32.0.1',
    'localhost',
    '',
  ])('W4: %s is not', (address) => {
    expect(isLocalAddress(address)).toBe(false);
  });
});
