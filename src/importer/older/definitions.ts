import { isObject } from '../../platform/values/is-object.js';
import type { LayoutDefinition, PreferencesDefinition, WorkflowDefinition } from '../../promotion/definition.js';
import type { Api, Fields } from '../api.js';
import { collected, numberedPages, optionalText, plainList, present, textOf } from '../lists.js';
import type { FoundDefinition, FoundDefinitions, Note } from '../plan.js';
import { convertSteps } from './steps.js';
import { convertTemplate } from './templates.js';

/**
 * The layouts and workflows of the first version of the API, as definitions of today; none when the server does not have
 * it. What has no place in them is named in notes.
 */
export async function readOlderDefinitions(api: Api): Promise<FoundDefinitions> {
  const workflows = await collected(await numberedPages(api, '/v1/workflows'));
  const layouts = await collected(await numberedPages(api, '/v1/layouts', { name: 'pageSize', value: 100 }));
  if (workflows.length === 0 && layouts.length === 0) return { found: [] };
  const groups = (await plainList(api, '/v1/notification-groups')) ?? [];
  const overrides = await collected(await numberedPages(api, '/v1/workflow-overrides'));
  const groupNames = new Map(groups.map((one) => [one['_id'], String(one['name'])]));
  const layoutIds = new Map<unknown, string>(layouts.map((one) => [one['_id'], identifierOf(one)]));
  const whole = await Promise.all(
    workflows.map(async (one) => (await api.find<Fields>(`/v1/workflows/${textOf(one, '_id')}`)) ?? one),
  );
  const found = [
    ...layouts.map(layoutOf),
    ...whole.map((one) => {
      const own = overrides.filter(({ _workflowId }) => _workflowId === one['_id']).length;
      return workflowOf(one, { groupNames, layoutIds, overrides: own });
    }),
  ];
  const defaultLayout = layouts.find(({ isDefault }) => isDefault === true);
  return { found, ...(defaultLayout && { defaultLayoutId: identifierOf(defaultLayout) }) };
}

function identifierOf(layout: Fields): string {
  const { identifier, _id } = layout;
  return typeof identifier === 'string' && identifier !== '' ? identifier : String(_id);
}

function layoutOf(layout: Fields): FoundDefinition {
  const layoutId = identifierOf(layout);
  const { text, losses } = convertTemplate(optionalText(layout['content']), { names: { body: 'content' } });
  const definition: LayoutDefinition = {
    layoutId,
    name: textOf(layout, 'name'),
    isTranslationEnabled: false,
    email: { body: text, editorType: 'html' },
    translations: {},
  };
  return { kind: 'layout', id: layoutId, definition, notes: lost(losses) };
}

/** What workflows name, and how many overrides by tenant there are. */
interface Surroundings {
  groupNames: ReadonlyMap<unknown, string>;
  layoutIds: ReadonlyMap<unknown, string>;
  overrides: number;
}

function workflowOf(workflow: Fields, { groupNames, layoutIds, overrides }: Surroundings): FoundDefinition {
  const [trigger] = Array.isArray(workflow['triggers']) ? workflow['triggers'].filter(isObject) : [];
  const workflowId = typeof trigger?.['identifier'] === 'string' ? trigger['identifier'] : String(workflow['_id']);
  const steps = Array.isArray(workflow['steps']) ? workflow['steps'].filter(isObject) : [];
  const { steps: converted, losses, runsMore } = convertSteps(steps, layoutIds);
  const group = groupNames.get(workflow['_notificationGroupId']);
  const tags = Array.isArray(workflow['tags']) ? workflow['tags'].map(String) : [];
  const { active, draft, critical, preferenceSettings, data } = workflow;
  const definition: WorkflowDefinition = {
    ...present(workflow, ['description']),
    workflowId,
    name: textOf(workflow, 'name'),
    tags: [...new Set(group === undefined ? tags : [...tags, group])],
    active: active === true && draft !== true && !runsMore,
    severity: 'none',
    validatePayload: false,
    isTranslationEnabled: false,
    preferences: preferencesOf(preferenceSettings, critical === true),
    steps: converted,
    translations: {},
  };
  const notes = lost([
    ...losses,
    ...(group === undefined ? [] : [`the notification group '${group}' is a tag`]),
    ...(overrides > 0 ? [`${overrides} overrides by tenant: use conditions of steps over tenant`] : []),
    ...(isObject(data) && Object.keys(data).length > 0 ? ['its own data'] : []),
  ]);
  const review: Note[] = runsMore
    ? [{ kind: 'enter', text: 'it is switched off, because a condition was lost: look at its steps and switch it on' }]
    : [];
  return { kind: 'workflow', id: workflowId, definition, notes: [...notes, ...review] };
}

function preferencesOf(settings: unknown, readOnly: boolean): WorkflowDefinition['preferences'] {
  const off = Object.entries(isObject(settings) ? settings : {}).filter(([, isOn]) => isOn === false);
  if (off.length === 0 && !readOnly) return {};
  const user: PreferencesDefinition = {
    all: { enabled: true, readOnly },
    channels: Object.fromEntries(off.map(([channel]) => [channel, { enabled: false }])),
  };
  return { user };
}

function lost(losses: readonly string[]): Note[] {
  return [...new Set(losses)].map((text) => ({ kind: 'lost', text }));
}
