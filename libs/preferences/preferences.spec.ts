import * as fc from 'fast-check';
import { type Channel, isChannel } from '../channels.js';
import {
  isCritical,
  LAYERS_HIGH_TO_LOW,
  newWorkflowPreferences,
  PREFERENCE_CHANNELS,
  type PreferenceLayer,
  type PreferenceLayers,
} from './preference-layers.js';
import { clearedByGlobalChange } from './global-change.js';
import { categoryPreferenceView, globalPreferenceView, workflowPreferenceView } from './preference-view.js';
import { resolveChannelPreference } from './resolve-preference.js';

function channel(name: Channel, enabled: boolean): PreferenceLayer {
  return { channels: { [name]: { enabled } } };
}

function all(enabled: boolean, readOnly?: boolean): PreferenceLayer {
  return { all: readOnly === undefined ? { enabled } : { enabled, readOnly } };
}

const off = channel('email', false);
const on = channel('email', true);

describe('resolveChannelPreference', () => {
  it.each(['digest', 'delay', 'throttle', 'http_request', 'custom', 'trigger'])('F1: a %s step passes', (stepType) => {
    const layers = { workflowResource: all(false), subscriberGlobal: all(false) };
    expect(resolveChannelPreference(stepType, layers)).toEqual({
      enabled: true,
      decidedBy: 'default',
      source: 'default',
    });
    expect(isChannel(stepType)).toBe(false);
  });

  it.each<[string, PreferenceLayers, boolean, string, string]>([
    ['F4: nothing stated is enabled', {}, true, 'default', 'default'],
    ['F4: empty layers state nothing', { subscriberGlobal: { all: {}, channels: {} } }, true, 'default', 'default'],
    ['F4: a channel value beats all', { workflowUser: { ...all(false), ...on } }, true, 'workflowUser', 'channel'],
    ['F4: all fills a missing channel', { workflowUser: all(false) }, false, 'workflowUser', 'all'],
    ['F4: another channel states nothing', { workflowUser: channel('sms', false) }, true, 'default', 'default'],
    ['F2: user beats resource', { workflowResource: off, workflowUser: on }, true, 'workflowUser', 'channel'],
    ['F2: global beats user', { workflowUser: on, subscriberGlobal: off }, false, 'subscriberGlobal', 'channel'],
    [
      'F2: per workflow beats global',
      { subscriberGlobal: off, subscriberWorkflow: on },
      true,
      'subscriberWorkflow',
      'channel',
    ],
    [
      'CS2: a category beats global',
      { subscriberGlobal: on, subscriberCategory: off },
      false,
      'subscriberCategory',
      'channel',
    ],
    [
      'CS2: a workflow beats its category',
      { subscriberCategory: off, subscriberWorkflow: on },
      true,
      'subscriberWorkflow',
      'channel',
    ],
    [
      'F2: layers override channel by channel',
      { workflowResource: off, subscriberWorkflow: channel('sms', true) },
      false,
      'workflowResource',
      'channel',
    ],
    [
      'F5: a subscriber opts in to a disabled channel',
      { workflowUser: off, subscriberGlobal: on },
      true,
      'subscriberGlobal',
      'channel',
    ],
    [
      'F5: all off globally blocks what the workflow enables',
      { workflowUser: on, subscriberGlobal: all(false) },
      false,
      'subscriberGlobal',
      'all',
    ],
    ['absent layers may be null', { subscriberWorkflow: null, workflowUser: off }, false, 'workflowUser', 'channel'],
  ])('%s', (_, layers, enabled, decidedBy, source) => {
    expect(resolveChannelPreference('email', layers)).toEqual({ enabled, decidedBy, source });
  });

  it.each<[string, PreferenceLayers, boolean, string]>([
    [
      'subscriber layers are ignored',
      { workflowUser: all(true, true), subscriberGlobal: off, subscriberWorkflow: off },
      true,
      'workflowUser',
    ],
    [
      'a channel the workflow disables stays disabled',
      { workflowUser: { ...all(true, true), ...off }, subscriberWorkflow: on },
      false,
      'workflowUser',
    ],
    ['the dashboard beats the code', { workflowResource: all(true, true), workflowUser: off }, false, 'workflowUser'],
    [
      'nothing stated is enabled',
      { workflowResource: { all: { readOnly: true } }, subscriberGlobal: off },
      true,
      'default',
    ],
  ])('F3: critical: %s', (_, layers, enabled, decidedBy) => {
    expect(resolveChannelPreference('email', layers)).toMatchObject({ enabled, decidedBy });
  });

  it('F3: the higher workflow layer says whether it is critical, and the caller may', () => {
    expect(isCritical({ workflowResource: all(true, true), workflowUser: all(true, false) })).toBe(false);
    expect(isCritical({ workflowResource: all(true, true), workflowUser: all(true) })).toBe(true);
    expect(isCritical({ subscriberGlobal: all(true, true) })).toBe(false);
    expect(resolveChannelPreference('email', { subscriberGlobal: off }, true)).toMatchObject({ enabled: true });
  });

  it('F13: a new workflow is not critical and enables every channel', () => {
    const layers = { workflowResource: newWorkflowPreferences() };
    expect(isCritical(layers)).toBe(false);
    for (const name of PREFERENCE_CHANNELS) {
      expect(resolveChannelPreference(name, layers)).toMatchObject({ enabled: true, source: 'channel' });
    }
  });
});

const anyValue = fc.option(fc.record({ enabled: fc.option(fc.boolean(), { nil: undefined }) }), { nil: undefined });
const anyLayer: fc.Arbitrary<PreferenceLayer> = fc.record({
  all: anyValue,
  channels: fc.option(fc.record({ email: anyValue, sms: anyValue, in_app: anyValue, chat: anyValue, push: anyValue }), {
    nil: undefined,
  }),
});
const anyLayers: fc.Arbitrary<PreferenceLayers> = fc.record(
  {
    subscriberWorkflow: anyLayer,
    subscriberCategory: anyLayer,
    subscriberGlobal: anyLayer,
    workflowUser: anyLayer,
    workflowResource: anyLayer,
  },
  { requiredKeys: [] },
);
const anyChannel = fc.constantFrom(...PREFERENCE_CHANNELS);

function stated(layer: PreferenceLayer | null | undefined, name: Channel): boolean | undefined {
  return layer?.channels?.[name]?.enabled ?? layer?.all?.enabled;
}

describe('any preferences', () => {
  it('F2, F5: the highest layer that states a value wins', () => {
    fc.assert(
      fc.property(anyLayers, anyChannel, fc.boolean(), (layers, name, critical) => {
        const counting = LAYERS_HIGH_TO_LOW.filter((layer) => !critical || layer.startsWith('workflow'));
        const values = counting.map((layer) => stated(layers[layer], name)).filter((value) => value !== undefined);
        const result = resolveChannelPreference(name, layers, critical);
        expect(result.enabled).toBe(values[0] ?? true);
        expect(result.decidedBy).toBe(counting.find((layer) => stated(layers[layer], name) !== undefined) ?? 'default');
      }),
      { numRuns: 2000 },
    );
  });

  it('F3: subscriber layers never change a critical workflow', () => {
    fc.assert(
      fc.property(anyLayers, anyChannel, (layers, name) => {
        const { workflowResource, workflowUser } = layers;
        expect(resolveChannelPreference(name, layers, true)).toEqual(
          resolveChannelPreference(name, { workflowResource, workflowUser }, true),
        );
      }),
    );
  });

  it('F6: a global change takes effect at once, and changes no other channel', () => {
    fc.assert(
      fc.property(anyLayers, anyChannel, fc.boolean(), (layers, name, enabled) => {
        const change = channel(name, enabled);
        const subscriberGlobal = { ...layers.subscriberGlobal, channels: { ...layers.subscriberGlobal?.channels } };
        subscriberGlobal.channels[name] = { enabled };
        const left = (layer: PreferenceLayer | null | undefined) => {
          const [cleared] = clearedByGlobalChange(change, layer ? [{ workflowId: 'w', layer }] : []);
          return cleared ? cleared.layer : layer;
        };
        const after = {
          ...layers,
          subscriberGlobal,
          subscriberCategory: left(layers.subscriberCategory),
          subscriberWorkflow: left(layers.subscriberWorkflow),
        };
        expect(resolveChannelPreference(name, after, false).enabled).toBe(enabled);
        for (const other of PREFERENCE_CHANNELS.filter((candidate) => candidate !== name)) {
          expect(resolveChannelPreference(other, after, false).enabled).toBe(
            resolveChannelPreference(other, layers, false).enabled,
          );
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('clearedByGlobalChange', () => {
  it('F6: clears the channel per workflow, and leaves workflows without a value alone', () => {
    const stored = [
      { workflowId: 'both', layer: { channels: { email: { enabled: true }, sms: { enabled: false } } } },
      { workflowId: 'only', layer: on },
      { workflowId: 'other', layer: channel('sms', true) },
    ];
    expect(clearedByGlobalChange(off, stored)).toEqual([
      { workflowId: 'both', cleared: ['email'], layer: { channels: { sms: { enabled: false } } } },
      { workflowId: 'only', cleared: ['email'], layer: undefined },
    ]);
  });

  it('F6: a value for all channels is written out for the channels that keep it', () => {
    const stored = [{ workflowId: 'w', layer: { all: { enabled: false }, channels: { sms: { enabled: true } } } }];
    const [cleared] = clearedByGlobalChange(on, stored);
    expect(cleared?.cleared).toEqual(['email']);
    expect(cleared?.layer).toEqual({
      channels: {
        sms: { enabled: true },
        in_app: { enabled: false },
        chat: { enabled: false },
        push: { enabled: false },
        tool: { enabled: false },
      },
    });
  });

  it('F6: a global change for all channels clears every channel; a schedule alone clears none', () => {
    const stored = [{ workflowId: 'w', layer: { channels: { email: { enabled: true }, sms: { enabled: false } } } }];
    expect(clearedByGlobalChange(all(false), stored)).toEqual([
      { workflowId: 'w', cleared: ['email', 'sms'], layer: undefined },
    ]);
    expect(clearedByGlobalChange({}, stored)).toEqual([]);
  });
});

describe('views', () => {
  const steps = [
    { type: 'digest' },
    { type: 'email', active: true },
    { type: 'in_app' },
    { type: 'email' },
    { type: 'sms', active: false },
  ];

  it('F7: lists the channels of active steps, each once', () => {
    expect(workflowPreferenceView(steps, {}).channels).toEqual({ email: true, in_app: true });
    expect(workflowPreferenceView([{ type: 'delay' }], {})).toEqual({ enabled: true, channels: {}, overrides: [] });
    expect(workflowPreferenceView([{ type: 'tool' }], {}).channels).toEqual({ tool: true });
  });

  it('F9: names for each channel the source that last decided', () => {
    const layers: PreferenceLayers = {
      workflowResource: newWorkflowPreferences(),
      workflowUser: channel('in_app', false),
      subscriberGlobal: off,
    };
    const view = workflowPreferenceView([...steps, { type: 'push' }], layers);
    expect(view).toEqual({
      enabled: true,
      channels: { email: false, in_app: false, push: true },
      overrides: [
        { channel: 'email', source: 'subscriber' },
        { channel: 'in_app', source: 'workflowOverride' },
        { channel: 'push', source: 'template' },
      ],
    });
  });

  it('F3: the view of a critical workflow ignores the subscriber', () => {
    const layers = { workflowUser: all(true, true), subscriberGlobal: all(false), subscriberWorkflow: off };
    expect(workflowPreferenceView(steps, layers)).toMatchObject({ enabled: true, channels: { email: true } });
  });

  it('F2: a workflow disabled as a whole by its subscriber is shown so', () => {
    expect(workflowPreferenceView(steps, { subscriberWorkflow: all(false) })).toMatchObject({
      enabled: false,
      channels: { email: false, in_app: false },
    });
  });

  it('CS2: a category shows what was chosen for it, else what was chosen globally', () => {
    const layers = { subscriberGlobal: all(false), subscriberCategory: on };
    expect(categoryPreferenceView(['email', 'sms'], layers)).toEqual({ email: true, sms: false });
    expect(categoryPreferenceView(['email'], {})).toEqual({ email: true });
  });

  it('F4: a global channel without a value is enabled', () => {
    expect(globalPreferenceView(undefined)).toEqual({
      enabled: true,
      channels: { email: true, sms: true, in_app: true, chat: true, push: true },
    });
    expect(globalPreferenceView({ ...all(false), ...on })).toMatchObject({
      enabled: false,
      channels: { email: true, sms: false },
    });
  });
});
