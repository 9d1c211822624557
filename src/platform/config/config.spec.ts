import { ConfigError, loadConfig, variableName } from './config.js';
import { SETTINGS } from './settings.js';

describe('configuration', () => {
  it('has a default for every setting that is not optional', () => {
    const config = loadConfig({});
    expect(config.port).toBe(3000);
    expect(config.role).toBe('all');
    expect(config.dataDir).toBe('.carillon');
    expect(config.mongodbUri).toBeUndefined();
  });

  it('reads values from the variables named after the settings', () => {
    const config = loadConfig({ PORT: '0', MAX_RECIPIENTS: '7', ROLE: 'worker', DOCS: 'false' });
    expect(config).toMatchObject({ port: 0, maxRecipients: 7, role: 'worker', docs: false });
  });

  it('treats an empty variable as unset', () => {
    expect(loadConfig({ PORT: '', REDIS_URL: ' ' })).toMatchObject({ port: 3000, redisUrl: undefined });
  });

  it.each([
    ['PORT', '70000', 'PORT must be a whole number from 0 to 65535, but is "70000"'],
    ['PORT', '3e3', 'PORT must be a whole number from 0 to 65535, but is "3e3"'],
    ['ROLE', 'boss', 'ROLE must be one of all, api, worker, but is "boss"'],
    ['DOCS', 'yes', 'DOCS must be true or false, but is "yes"'],
    ['SECRET_KEY', 'short', 'SECRET_KEY must have at least 32 characters'],
    ['BOOTSTRAP_API_KEY', 'a b', 'BOOTSTRAP_API_KEY must be 16 to 128 printable characters without spaces'],
  ])('refuses %s=%s', (variable, value, message) => {
    expect(() => loadConfig({ [variable]: value })).toThrow(new ConfigError(message));
  });

  it('names every wrong variable at once', () => {
    expect(() => loadConfig({ PORT: 'x', ROLE: 'y' })).toThrow(/PORT .*\nROLE /);
  });

  it('documents every setting with a sentence', () => {
    for (const [name, setting] of Object.entries(SETTINGS)) {
      expect(variableName(name)).toMatch(/^[A-Z][A-Z\d_]+$/);
      expect(setting.description).toMatch(/\.$/);
    }
  });
});
