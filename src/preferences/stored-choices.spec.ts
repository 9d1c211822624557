import fc from 'fast-check';
import { PREFERENCE_CHANNELS, type PreferenceLayer } from '#libs/preferences/preference-layers.js';
import { clearedByGlobalChange } from '#libs/preferences/global-change.js';
import {
  type ChoiceUpdate,
  globalUpdate,
  pathsOfWorkflow,
  type WorkflowChoices,
  workflowLayer,
  workflowsUpdate,
} from './stored-choices.js';

type Members = Record<string, unknown>;
interface Stored extends Members {
  workflows?: WorkflowChoices;
}

const NOW = new Date('2026-11-21T12:00:00Z');
const WORKFLOWS = ['6925a1f0c0ffee0123456701', '6925a1f0c0ffee0123456702', '6925a1f0c0ffee0123456703'];

/** What a store makes of `$set` and `$unset` with paths. */
function apply(document: Stored, { $set, $unset }: ChoiceUpdate): Stored {
  const result = structuredClone(document);
  for (const [path, value] of Object.entries($set)) {
    const keys = path.split('.');
    let parent: Members = result;
    for (const key of keys.slice(0, -1)) parent = (parent[key] ??= {}) as Members;
    parent[keys.at(-1)!] = value;
  }
  for (const path of Object.keys($unset)) {
    const keys = path.split('.');
    let parent: Members | undefined = result;
    for (const key of keys.slice(0, -1)) parent = parent?.[key] as Members | undefined;
    delete parent?.[keys.at(-1)!];
  }
  return result;
}

const layersOf = ({ workflows }: Stored) =>
  WORKFLOWS.map((workflowId) => ({ workflowId, layer: workflowLayer(workflows, workflowId) }));

const layer: fc.Arbitrary<PreferenceLayer> = fc.record(
  {
    all: fc.record({ enabled: fc.boolean() }),
    channels: fc.dictionary(fc.constantFrom(...PREFERENCE_CHANNELS, 'tool'), fc.record({ enabled: fc.boolean() })),
  },
  { requiredKeys: [] },
);
const workflowChoice = fc
  .tuple(fc.constantFrom(...WORKFLOWS), layer)
  .map(([id, choice]) => workflowsUpdate(new Map([[id, choice]]), NOW));
const globalChoice = layer.map((choice) => globalUpdate({ layer: choice }));
const history = fc
  .array(fc.oneof({ weight: 4, arbitrary: workflowChoice }, globalChoice), { maxLength: 12 })
  .map((updates) => updates.reduce(apply, {} as Stored));

describe('stored choices', () => {
  it('F6: a global choice leaves of those for workflows what the rule says, whatever was chosen before', () => {
    fc.assert(
      fc.property(history, layer, (before, choice) => {
        const stored = layersOf(before).flatMap(({ workflowId, layer: own }) =>
          own ? [{ workflowId, layer: own }] : [],
        );
        const cleared = new Map(clearedByGlobalChange(choice, stored).map((change) => [change.workflowId, change]));
        const expected = layersOf(before).map(({ workflowId, layer: own }) => {
          const change = cleared.get(workflowId);
          return { workflowId, layer: change ? change.layer : own };
        });
        expect(layersOf(apply(before, globalUpdate({ layer: choice })))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('F6: a later choice for a workflow wins again, in its channels and in no other workflow', () => {
    fc.assert(
      fc.property(history, layer, fc.constantFrom(...WORKFLOWS), (before, choice, id) => {
        const after = apply(before, workflowsUpdate(new Map([[id, choice]]), NOW));
        const own = workflowLayer(after.workflows, id);
        for (const channel of PREFERENCE_CHANNELS) {
          const enabled = choice.channels?.[channel]?.enabled;
          if (enabled !== undefined) expect(own?.channels?.[channel]).toEqual({ enabled });
        }
        if (choice.all) expect(own?.all).toEqual(choice.all);
        const others = ({ workflowId }: { workflowId: string }) => workflowId !== id;
        expect(layersOf(after).filter(others)).toEqual(layersOf(before).filter(others));
      }),
      { numRuns: 500 },
    );
  });

  it('are read for one workflow from the paths that are said to be enough', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(...WORKFLOWS), ({ workflows }, id) => {
        const read = pathsOfWorkflow(id).reduce<WorkflowChoices>((part, path) => {
          const value = path.split('.').reduce<unknown>((from, key) => (from as Members | undefined)?.[key], workflows);
          return value === undefined
            ? part
            : (apply(part as Stored, { $set: { [path]: value }, $unset: {} }) as WorkflowChoices);
        }, {});
        expect(workflowLayer(read, id)).toEqual(workflowLayer(workflows, id));
      }),
    );
  });

  it('Q1: a schedule without a week keeps the stored one', () => {
    const week = { monday: { isEnabled: true, hours: [{ start: '09:00 AM', end: '05:00 PM' }] } };
    const first = apply({}, globalUpdate({ layer: {}, schedule: { isEnabled: true, weeklySchedule: week } }));
    const paused = apply(first, globalUpdate({ layer: {}, schedule: { isEnabled: false } }));
    expect(paused['schedule']).toEqual({ isEnabled: false, weeklySchedule: week });
  });

  it('say nothing where nothing is stated', () => {
    expect(globalUpdate({ layer: { channels: {} } })).toEqual({ $set: {}, $unset: {} });
    expect(workflowsUpdate(new Map([['6925a1f0c0ffee0123456701', { channels: {} }]]), NOW)).toEqual({
      $set: {},
      $unset: {},
    });
  });
});
