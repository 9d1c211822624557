import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { VERSION } from '../../src/platform/package-root.js';
import { variableName } from '../../src/platform/config/config.js';
import { SETTINGS } from '../../src/platform/config/settings.js';

const CHART = fileURLToPath(new URL('../../deploy/helm', import.meta.url));
const read = (path: string): string => readFileSync(`${CHART}/${path}`, 'utf8');
const templates = readdirSync(`${CHART}/templates`).map((name) => ({ name, text: read(`templates/${name}`) }));
const schema = JSON.parse(read('values.schema.json')) as {
  properties: { settings: { propertyNames: { not: { enum: string[] } } } };
};

type Values = Record<string, Record<string, unknown>>;
const given = { MONGODB_URI: 'mongodb://db/carillon', REDIS_URL: 'redis://redis', SECRET_KEY: 'k'.repeat(32) };
/** The values of the chart with some of one part replaced. */
const valuesWith = (part = 'secrets', fields: object = {}): Values => {
  const values = { ...(parse(read('values.yaml')) as Values), secrets: { values: given } };
  return { ...values, [part]: { ...values[part as 'secrets'], ...fields } };
};

describe('the Helm chart', () => {
  const accepts = new Ajv({ strict: false }).compile(schema);

  it('has the version of Carillon', () => {
    expect(parse(read('Chart.yaml'))).toMatchObject({ version: VERSION, appVersion: VERSION });
  });

  it.each<[string, string, object, boolean]>([
    ['its own values with the secrets', 'secrets', {}, true],
    ['a Secret that exists', 'secrets', { existing: 'carillon-secrets', values: {} }, true],
    ['no SECRET_KEY', 'secrets', { values: { MONGODB_URI: 'x', REDIS_URL: 'y' } }, false],
    ['a setting', 'settings', { ACTIVITY_RETENTION_DAYS: '14' }, true],
    ['a setting that is not a text', 'settings', { ACTIVITY_RETENTION_DAYS: 14 }, false],
    ['a secret among the settings', 'settings', { SECRET_KEY: 'k'.repeat(32) }, false],
    ['an unknown value', 'api', { replica: 3 }, false],
    ['no process', 'worker', { replicas: 0 }, false],
    ['an ingress without a host', 'ingress', { enabled: true, host: '' }, false],
  ])('%s: accepted or refused', (_what, part, fields, expected) => {
    expect(accepts(valuesWith(part, fields))).toBe(expected);
  });

  it('accepts no secret as a setting, nor what it sets itself', () => {
    const refused = schema.properties.settings.propertyNames.not.enum;
    const secrets = Object.entries(SETTINGS).filter(([, setting]) => setting.secret);
    expect(refused).toEqual(expect.arrayContaining(secrets.map(([name]) => variableName(name))));
    const set = templates.flatMap(({ text }) =>
      [...text.matchAll(/- (?:\{ )?name: ([A-Z_]{4,})\b/g)].map(([, name]) => name!),
    );
    expect(set).toEqual(expect.arrayContaining(['ROLE', 'ATTACHMENTS_DIR', 'METRICS_PORT']));
    expect(refused).toEqual(expect.arrayContaining(set.filter((name) => name !== 'LOG_FORMAT')));
    const known = Object.keys(SETTINGS).map(variableName);
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('reads only values that exist, and all of them', () => {
    const used = new Set(
      templates.flatMap(({ text }) => [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, path]) => path!)),
    );
    const values = valuesWith();
    const missing = [...used].filter((path) => {
      const found = path.split('.').reduce<unknown>((value, key) => (value as Values | undefined)?.[key], values);
      return found === undefined && path !== 'secrets.existing';
    });
    expect(missing).toEqual([]);
    const parts = [...used].map((path) => path.split('.')[0]);
    expect(Object.keys(values).filter((part) => !parts.includes(part))).toEqual([]);
  });

  it('closes every block that it opens', () => {
    for (const { name, text } of templates) {
      const actions = [...text.matchAll(/\{\{-?\s*(if|range|with|define|end)\b/g)].map(([, word]) => word);
      const opened = actions.filter((word) => word !== 'end').length;
      expect({ name, opened }).toEqual({ name, opened: actions.length - opened });
    }
  });

  it('is rendered to sound objects, where there is helm', () => {
    const all = {
      ...valuesWith('ingress', { enabled: true, host: 'notify.example.com', tlsSecret: 'tls' }),
      settings: { LOG_LEVEL: 'warn' },
    } as Values;
    for (const role of ['api', 'worker'])
      all[role] = { ...all[role], autoscaling: { ...(all[role]!['autoscaling'] as object), enabled: true } };
    const { status, stdout, stderr, error } = spawnSync('helm', ['template', 'test', CHART, '--values', '-'], {
      input: JSON.stringify(all),
      encoding: 'utf8',
    });
    if (error) return;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const objects = parseAllDocuments(stdout).flatMap((document) => (document.toJS() as { kind: string } | null) ?? []);
    const kinds = objects.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual([
      'Deployment',
      'Deployment',
      'HorizontalPodAutoscaler',
      'HorizontalPodAutoscaler',
      'Ingress',
      'PersistentVolumeClaim',
      'PodDisruptionBudget',
      'PodDisruptionBudget',
      'Secret',
      'Service',
    ]);
  });
});
