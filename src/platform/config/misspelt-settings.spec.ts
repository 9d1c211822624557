import { misspeltSettings } from './misspelt-settings.js';

const meantBy = (...variables: string[]) => misspeltSettings(Object.fromEntries(variables.map((name) => [name, 'x'])));

describe('a setting whose name is misspelt', () => {
  it.each([
    ['MONGODB_URL', 'MONGODB_URI'],
    ['MONGO_URL', 'MONGODB_URI'],
    ['MONGO_URI', 'MONGODB_URI'],
    ['REDIS_URI', 'REDIS_URL'],
    ['SECRETKEY', 'SECRET_KEY'],
    ['SERCET_KEY', 'SECRET_KEY'],
    ['MAX_RECIPIENT', 'MAX_RECIPIENTS'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['log_level', 'LOG_LEVEL'],
    ['DATADIR', 'DATA_DIR'],
    ['DATE_DIR', 'DATA_DIR'],
    ['PROT', 'PORT'],
    ['HOTS', 'HOST'],
    ['OUTBX', 'OUTBOX'],
    ['CARILLON_PORT', 'PORT'],
    ['CARILLON_DATA_DIR', 'DATA_DIR'],
    ['CARILLON_MONGODB_URL', 'MONGODB_URI'],
    ['BOOTSTRAP_KEY', 'BOOTSTRAP_API_KEY'],
    ['OUTBOX_RETENTION', 'OUTBOX_RETENTION_DAYS'],
    ['DELIVERTO', 'DELIVER_TO'],
  ])('is found: %s for %s', (variable, meant) => {
    expect(meantBy(variable)).toEqual([{ variable, meant }]);
  });

  it.each([
    ['settings', ['PORT', 'HOST', 'MONGODB_URI', 'OUTBOX', 'DOCS', 'ROLE']],
    [
      'a shell',
      ['PATH', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'PWD', 'OLDPWD', 'USER', 'SHELL', 'SHLVL', 'TERM', 'LANG', '_'],
    ],
    [
      'a desktop',
      ['DISPLAY', 'XDG_RUNTIME_DIR', 'XDG_DATA_DIRS', 'SSH_AUTH_SOCK', 'LOGNAME', 'EDITOR', 'PAGER', 'TMPDIR'],
    ],
    [
      'Node and npm',
      ['NODE_ENV', 'NODE_OPTIONS', 'NODE_PORT', 'npm_config_port', 'npm_package_name', 'INIT_CWD', 'NVM_DIR'],
    ],
    [
      'continuous integration',
      ['CI', 'GITHUB_TOKEN', 'RUNNER_TEMP', 'DEBIAN_FRONTEND', 'FORCE_COLOR', 'NO_COLOR', 'TZ'],
    ],
    [
      'other programs',
      ['API_KEY', 'API_URL', 'SECRET', 'SECRET_KEY_BASE', 'DATABASE_URL', 'PGHOST', 'PGPORT', 'HTTP_PROXY'],
    ],
    [
      'docker and other services',
      ['REDIS_PORT', 'REDIS_HOST', 'MONGODB_PORT', 'POSTGRES_DB', 'DOCKER_HOST', 'KUBERNETES_PORT'],
    ],
    [
      'a service of that name',
      ['CARILLON_SERVICE_HOST', 'CARILLON_SERVICE_PORT', 'CARILLON_PORT', 'CARILLON_PORT_80_TCP'],
    ],
    ['the command for workflows', ['CARILLON_API_KEY', 'CARILLON_URL']],
  ])('is not what %s has in the environment', (_whose, variables) => {
    expect(meantBy(...variables)).toEqual([]);
  });
});
