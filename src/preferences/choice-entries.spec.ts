import type { PreferenceLayer } from '#libs/preferences/preference-layers.js';
import { categoriesUpdate } from './category-choices.js';
import { type Chosen, choiceEntries, type ChoiceEntry } from './choice-entries.js';
import { applied, globalUpdate, type GlobalChoice, workflowsUpdate } from './stored-choices.js';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const LATER = new Date('2026-03-08T12:00:00.000Z');
const NEWS = 'a'.repeat(24);
const off = (...channels: string[]): PreferenceLayer => ({
  channels: Object.fromEntries(channels.map((channel) => [channel, { enabled: false }])),
});
const on = (channel: string): PreferenceLayer => ({ channels: { [channel]: { enabled: true } } });

type Step = { globally: GlobalChoice } | { news: PreferenceLayer } | { category: PreferenceLayer };
const updateOf = (step: Step) => {
  if ('globally' in step) return globalUpdate(step.globally);
  if ('news' in step) return workflowsUpdate(new Map([[NEWS, step.news]]), NOW);
  return categoriesUpdate([{ category: 'tips & tricks.', layer: step.category, workflowIds: [NEWS] }]);
};

/** What the last of some choices adds to the ledger. */
function entriesAfter(...steps: Step[]): ChoiceEntry[] {
  let before: Chosen | null = null;
  let after: Chosen = {};
  let last: Step | undefined;
  for (const step of steps) {
    before = last ? after : null;
    after = applied(after, updateOf(step));
    last = step;
  }
  const isGlobal = !last || 'globally' in last;
  const category = last && 'category' in last ? 'tips & tricks.' : undefined;
  return choiceEntries(before, after, { workflows: isGlobal ? [] : [[NEWS, 'news']], category });
}

describe('CS53: the ledger has what a choice has changed', () => {
  it.each<[string, Step[], ChoiceEntry[]]>([
    ['a channel', [{ globally: { layer: off('email') } }], [{ choice: 'opted_out', channels: ['email'] }]],
    [
      'two channels, one of which is off already',
      [{ globally: { layer: off('sms') } }, { globally: { layer: off('sms', 'email') } }],
      [{ choice: 'opted_out', channels: ['email'] }],
    ],
    ['the same again', [{ globally: { layer: off('sms') } }, { globally: { layer: off('sms') } }], []],
    ['everything', [{ globally: { layer: { all: { enabled: false } } } }], [{ choice: 'opted_out' }]],
    ['a workflow', [{ news: off('email') }], [{ choice: 'opted_out', channels: ['email'], workflowId: 'news' }]],
    ['a workflow, as it is', [{ news: off('email') }, { news: off('email') }], []],
    [
      'a workflow on and off',
      [{ news: { channels: { email: { enabled: true }, sms: { enabled: false } } } }],
      [
        { choice: 'opted_in', channels: ['email'], workflowId: 'news' },
        { choice: 'opted_out', channels: ['sms'], workflowId: 'news' },
      ],
    ],
    [
      'a channel that clears a choice for a workflow',
      [{ globally: { layer: off('email') } }, { news: on('email') }, { globally: { layer: off('email') } }],
      [{ choice: 'opted_out', channels: ['email'] }],
    ],
    ['a pause', [{ globally: { layer: {}, pausedUntil: LATER } }], [{ choice: 'paused', until: LATER }]],
    [
      'the same pause',
      [{ globally: { layer: {}, pausedUntil: LATER } }, { globally: { layer: {}, pausedUntil: LATER } }],
      [],
    ],
    [
      'the end of a pause',
      [{ globally: { layer: {}, pausedUntil: LATER } }, { globally: { layer: {}, pausedUntil: null } }],
      [{ choice: 'resumed' }],
    ],
    ['no pause where none is', [{ globally: { layer: {}, pausedUntil: null } }], []],
    ['quiet hours', [{ globally: { layer: {}, schedule: { isEnabled: true } } }], [{ choice: 'quiet_hours' }]],
    [
      'quiet hours as they are',
      [
        { globally: { layer: {}, schedule: { isEnabled: true } } },
        { globally: { layer: {}, schedule: { isEnabled: true } } },
      ],
      [],
    ],
  ])('%s', (_case, steps, entries) => {
    expect(entriesAfter(...steps)).toEqual(entries);
  });
});
