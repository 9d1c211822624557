import fc from 'fast-check';
import { ALL_CHANNELS } from '#libs/preferences/preference-layers.js';
import { letterOf, readSwitches, shownState, statedChannels } from './choice-form.js';
import type { ChoiceRow } from './choice-rows.js';

const news: ChoiceRow = { key: ':news|e', label: 'News', channels: { email: true, sms: false } };
const form = (...fields: [string, string][]) => new URLSearchParams(fields);

describe('CS54: a form changes what differs from what the page has shown', () => {
  it.each<[string, [string, string][], object | undefined]>([
    [
      'nothing',
      [
        ['was', ':news|e|eS'],
        [':news|e', 'e'],
      ],
      undefined,
    ],
    ['off', [['was', ':news|e|eS']], { channels: { email: { enabled: false } } }],
    [
      'on',
      [
        ['was', ':news|e|eS'],
        [':news|e', 'e'],
        [':news|e', 's'],
      ],
      { channels: { sms: { enabled: true } } },
    ],
    [
      'both',
      [
        ['was', ':news|e|eS'],
        [':news|e', 's'],
      ],
      { channels: { email: { enabled: false }, sms: { enabled: true } } },
    ],
    [
      'a channel that was not shown',
      [
        ['was', ':news|e|e'],
        [':news|e', 'e'],
        [':news|e', 's'],
      ],
      undefined,
    ],
    [
      'a channel that the row does not have',
      [
        ['was', ':news|e|eSP'],
        [':news|e', 'e'],
        [':news|e', 'p'],
      ],
      undefined,
    ],
    ['a row that was not shown', [[':news|e', 's']], undefined],
    ['a row that is gone', [['was', 'gone|e']], undefined],
  ])('%s', (_case, fields, expected) => {
    expect(readSwitches(form(...fields), [news]).get(':news|e')).toEqual(expected);
  });

  it('any page that is sent as it is shown changes nothing, and any box that is turned is read', () => {
    const anyRow = fc.record({
      key: fc.string(),
      label: fc.constant(''),
      channels: fc.record(Object.fromEntries(ALL_CHANNELS.map((channel) => [channel, fc.boolean()])), {
        requiredKeys: [],
      }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(anyRow, { selector: ({ key }) => key }), fc.boolean(), (rows: ChoiceRow[], turned) => {
        const sent = new URLSearchParams();
        for (const row of rows.filter(({ key }) => key !== 'was')) {
          sent.append('was', shownState(row));
          for (const [channel, isOn] of statedChannels(row.channels))
            if (isOn !== turned) sent.append(row.key, letterOf(channel));
        }
        const read = readSwitches(new URLSearchParams(sent.toString()), rows);
        const expected = turned
          ? rows.filter(({ key, channels }) => key !== 'was' && Object.keys(channels).length > 0)
          : [];
        expect([...read.keys()]).toEqual(expected.map(({ key }) => key));
        for (const { key, channels } of expected)
          for (const [channel, isOn] of statedChannels(channels))
            expect(read.get(key)!.channels![channel]).toEqual({ enabled: !isOn });
      }),
    );
  });
});
