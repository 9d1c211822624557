import { loadConfig } from '../config/config.js';
import { HttpTargets } from './address-guard.js';

const targets = (setting?: string) => new HttpTargets(loadConfig(setting ? { HTTP_PRIVATE_TARGETS: setting } : {}));

describe('W4: private addresses that a setting allows', () => {
  it.each(['127.0.0.1', '10.0.0.1', '::1', 'localhost', ''])('without it are none: %p', (address) => {
    expect(targets().allowsPrivate(address)).toBe(false);
  });

  it.each([
    ['10.1.0.0/16', '10.1.255.255', true],
    ['10.1.0.0/16', '10.2.0.0', false],
    ['127.0.0.1, 192.168.0.0/24', '127.0.0.1', true],
    ['127.0.0.1, 192.168.0.0/24', '127.0.0.2', false],
    ['127.0.0.1, 192.168.0.0/24', '192.168.0.9', true],
    ['fd00::/8', 'fd12::1', true],
    ['fd00::/8', 'fe80::1', false],
    ['fd00::/8', '127.0.0.1', false],
    ['10.0.0.0/8', 'localhost', false],
  ])('%s and %s: %p', (setting, address, allowed) => {
    expect(targets(setting).allowsPrivate(address)).toBe(allowed);
  });

  it.each(['10.1.0.0/16/24', '10.1.0.0/33', '10.1.0.0/', 'example.com'])('are not %s', (setting) => {
    expect(() => targets(setting)).toThrow(`"${setting}" is neither an address nor a network`);
  });

  it.each([
    ['10.0.0.1', true],
    ['127.0.0.1', true],
    ['fd00::1', true],
    // What clouds tell their machines alone.
    ['169.254.169.254', false],
    ['fd00:ec2::254', false],
  ])('a server that a setting names may be at %s: %p', (address, allowed) => {
    expect(targets().allowsPrivate(address, 'settings')).toBe(allowed);
  });

  it.each([
    ['127.0.0.1', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['192.168.0.1', false],
    ['169.254.169.254', false],
  ])('CF10: the application of a developer may be at %s: %p', (address, allowed) => {
    expect(targets().allowsPrivate(address, 'own-application')).toBe(allowed);
    const onServer = new HttpTargets(loadConfig({ MONGODB_URI: 'mongodb://db', SECRET_KEY: 'x'.repeat(32) }));
    expect(onServer.allowsPrivate(address, 'own-application')).toBe(false);
  });

  it.each(['localhost', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/x', '::1/129', '10.0.0.0/8, all'])(
    '%p stops the start',
    (setting) => {
      expect(() => targets(setting)).toThrow('HTTP_PRIVATE_TARGETS');
    },
  );
});
