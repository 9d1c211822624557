import { PREFERENCE_CHANNELS } from '#libs/preferences/preference-layers.js';
import fc from 'fast-check';
import { type CategoryChoices, categoriesUpdate, categoryLayer, pathsOfCategory } from './category-choices.js';
import { choiceEntries } from './choice-entries.js';
import { applied, globalUpdate, type WorkflowChoices, workflowLayer, workflowsUpdate } from './stored-choices.js';

interface Stored {
  categories?: CategoryChoices;
  workflows?: WorkflowChoices;
}

const NOW = new Date('2026-03-01T12:00:00.000Z');
const [INSIDE, OTHER] = ['6925a1f0c0ffee0123456701', '6925a1f0c0ffee0123456702'];
const channel = (name: string, enabled: boolean) => ({ channels: { [name]: { enabled } } });
const category = (name: string, layer: object, workflowIds: string[] = [INSIDE]) =>
  categoriesUpdate([{ category: name, layer, workflowIds }]);
const workflow = (id: string, layer: object) => workflowsUpdate(new Map([[id, layer]]), NOW);

const names = fc.oneof(
  fc.constantFrom('news', 'a.b', '$set', '%2e', '__proto__', 'constructor', 'x\0y', '.', '%', ':'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
);

describe('choices for categories', () => {
  it('CS2: each name has its own, whatever characters it has, and is read from the paths that are said to be enough', () => {
    fc.assert(
      fc.property(names, names, fc.constantFrom(...PREFERENCE_CHANNELS), fc.boolean(), (name, other, to, enabled) => {
        fc.pre(name !== other);
        const stored = applied<Stored>({}, category(name, channel(to, enabled)));
        expect(categoryLayer(stored.categories, name)).toEqual(channel(to, enabled));
        expect(categoryLayer(stored.categories, other)).toBeUndefined();
        for (const path of pathsOfCategory(name)) expect(path.split('.')).toHaveLength(2);
        expect(pathsOfCategory(name).some((path) => /[$\0]/.test(path))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('CS2: one clears the choices for single workflows in it, in its channel, and no others', () => {
    const before = [
      workflow(INSIDE, { channels: { email: { enabled: true }, sms: { enabled: true } } }),
      workflow(OTHER, channel('email', true)),
    ].reduce(applied<Stored>, {});
    const after = applied(before, category('news', channel('email', false)));
    expect(workflowLayer(after.workflows, INSIDE)).toEqual(channel('sms', true));
    expect(workflowLayer(after.workflows, OTHER)).toEqual(channel('email', true));
  });

  it('CS2: one clears its channel of a choice for all channels of a workflow', () => {
    const before = applied<Stored>({}, workflow(INSIDE, { all: { enabled: true } }));
    const after = applied(before, category('news', channel('email', false)));
    const own = workflowLayer(after.workflows, INSIDE);
    expect(own?.channels?.email ?? own?.all).toBeUndefined();
    expect(own?.channels?.sms).toEqual({ enabled: true });
  });

  it('CS2, F6: a later choice for everything clears them in its channel', () => {
    const before = [category('news', channel('email', false)), category('news', channel('sms', false))].reduce(
      applied<Stored>,
      {},
    );
    const after = applied(before, globalUpdate({ layer: channel('email', true) }));
    expect(categoryLayer(after.categories, 'news')).toEqual(channel('sms', false));
    expect(applied(before, globalUpdate({ layer: { all: { enabled: true } } })).categories).toBeUndefined();
  });
});

describe('CS2: the ledger', () => {
  const about = { category: 'news', workflows: [[INSIDE, 'inside']] as const };
  const entries = (before: Stored | null) =>
    choiceEntries(before, applied<Stored>(before ?? {}, category('news', channel('email', false))), about);
  const out = { choice: 'opted_out', channels: ['email'], category: 'news' };

  it.each<[string, Stored | null, object[]]>([
    ['has a first choice for a category', null, [out]],
    ['has no repetition', applied<Stored>({}, category('news', channel('email', false))), []],
    [
      'has a repetition that clears a choice for a workflow',
      [category('news', channel('email', false)), workflow(INSIDE, channel('email', true))].reduce(applied<Stored>, {}),
      [out],
    ],
    ['has nothing of workflows elsewhere', applied<Stored>({}, workflow(OTHER, channel('email', true))), [out]],
  ])('%s', (_case, before, expected) => {
    expect(entries(before)).toEqual(expected);
  });

  it('has a choice for everything that clears one for a category', () => {
    const before = [globalUpdate({ layer: channel('email', true) }), category('news', channel('email', false))].reduce(
      applied<Stored>,
      {},
    );
    const after = applied(before, globalUpdate({ layer: channel('email', true) }));
    expect(choiceEntries(before, after, { workflows: [] })).toEqual([{ choice: 'opted_in', channels: ['email'] }]);
  });
});
