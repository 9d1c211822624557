import { PREFERENCE_CHANNELS } from '#libs/preferences/preference-layers.js';
import { isObject } from '../platform/values/is-object.js';
import type {
  LayoutDefinition,
  PreferencesDefinition,
  StepDefinition,
  Texts,
  WorkflowDefinition,
} from '../promotion/definition.js';
import type { Api, Fields } from './api.js';
import { offsetList, optionalText, present, textOf } from './lists.js';
import type { FoundDefinition, FoundDefinitions, Note } from './plan.js';

const SYNCED =
  'it is defined in code: point the bridge of the environment at your application and sync it (docs/coming-from-novu.md)';

/** The layouts and workflows of the API of today, with their translations; none when the server does not have it. */
export async function readDefinitions(api: Api): Promise<FoundDefinitions> {
  const [layouts = [], workflows = []] = await Promise.all([
    offsetList(api, '/v2/layouts', 'layouts'),
    offsetList(api, '/v2/workflows', 'workflows'),
  ]);
  const layoutIds = identifiersOf(layouts);
  const found = await Promise.all([
    ...layouts.map((layout) => readLayout(api, textOf(layout, 'layoutId'))),
    ...workflows.map((workflow) => readWorkflow(api, workflow, layoutIds)),
  ]);
  const defaultLayout = layouts.find(({ isDefault }) => isDefault === true);
  return { found, ...(defaultLayout && { defaultLayoutId: textOf(defaultLayout, 'layoutId') }) };
}

/** Identifiers of layouts by their internal ids and slugs, which mean nothing elsewhere. */
function identifiersOf(layouts: readonly Fields[]): Map<unknown, string> {
  return new Map(
    layouts.flatMap(({ _id, slug, layoutId }): [unknown, string][] => [
      [_id, String(layoutId)],
      [slug, String(layoutId)],
    ]),
  );
}

async function readLayout(api: Api, layoutId: string): Promise<FoundDefinition> {
  const layout = (await api.find<Fields>(`/v2/layouts/${encodeURIComponent(layoutId)}`)) ?? {};
  const email = valuesIn(layout['controls'])['email'];
  const definition: LayoutDefinition = {
    layoutId,
    name: textOf(layout, 'name'),
    isTranslationEnabled: layout['isTranslationEnabled'] === true,
    ...(isObject(email) && {
      email: { body: optionalText(email['body']), editorType: email['editorType'] === 'block' ? 'block' : 'html' },
    }),
    translations: await readTexts(api, 'layout', layoutId),
  };
  return { kind: 'layout', id: layoutId, definition, notes: [] };
}

async function readWorkflow(
  api: Api,
  { workflowId: id, origin }: Fields,
  layoutIds: ReadonlyMap<unknown, string>,
): Promise<FoundDefinition> {
  const workflowId = String(id);
  if (origin === 'external') {
    const note: Note = { kind: 'enter', text: SYNCED };
    return { kind: 'workflow', id: workflowId, why: SYNCED, notes: [note] };
  }
  const workflow = (await api.find<Fields>(`/v2/workflows/${encodeURIComponent(workflowId)}`)) ?? {};
  const steps = Array.isArray(workflow['steps']) ? workflow['steps'].filter(isObject) : [];
  const optional = present(workflow, ['description', 'payloadSchema', 'expiresIn', 'samples', 'agent']);
  const definition: WorkflowDefinition = {
    ...optional,
    workflowId,
    name: textOf(workflow, 'name'),
    tags: Array.isArray(workflow['tags']) ? workflow['tags'].map(String) : [],
    active: workflow['active'] === true,
    severity: typeof workflow['severity'] === 'string' ? workflow['severity'] : 'none',
    validatePayload: workflow['validatePayload'] === true,
    isTranslationEnabled: workflow['isTranslationEnabled'] === true,
    ...(workflow['strictVariables'] === true && { strictVariables: true }),
    ...kindOf(workflow),
    ...(workflow['quietHours'] === 'hold' && { quietHours: 'hold' }),
    preferences: preferencesOf(workflow['preferences']),
    steps: steps.map((step) => stepOf(step, layoutIds)),
    translations: await readTexts(api, 'workflow', workflowId),
  };
  const inCode = steps.filter((step) => step['stepResolverHash']).map((step) => String(step['stepId']));
  const notes: Note[] = inCode.map((stepId) => ({
    kind: 'enter',
    text: `the step '${stepId}' is in code, which no server shows: let your application answer for it (docs/bridge.md)`,
  }));
  return { kind: 'workflow', id: workflowId, definition, notes };
}

/** Only Carillon says them. Without a category, null says that a subscription has none. */
function kindOf({ kind, category }: Fields): Pick<WorkflowDefinition, 'kind' | 'category'> {
  const isSubscription = kind === 'subscription';
  return {
    ...(isSubscription && { kind: 'subscription' }),
    ...(typeof category === 'string' ? { category } : isSubscription && { category: null }),
  };
}

/** Shown for clients that need it, whether it was set or not. */
const ALWAYS_SHOWN: Readonly<Record<string, readonly string[]>> = { email: ['subject'], http_request: ['url'] };

function stepOf(step: Fields, layoutIds: ReadonlyMap<unknown, string>): StepDefinition {
  const type = String(step['type']);
  const values = { ...(isObject(step['controlValues']) ? step['controlValues'] : valuesIn(step['controls'])) };
  for (const name of ALWAYS_SHOWN[type] ?? []) if (values[name] === '') delete values[name];
  const identifier = layoutIds.get(values['layoutId']);
  const overrides = step['providerOverrides'];
  return {
    stepId: String(step['stepId']),
    name: String(step['name']),
    type,
    ...((step['inCode'] === true || Boolean(step['stepResolverHash'])) && { inCode: true }),
    controlValues: identifier === undefined ? values : { ...values, layoutId: identifier },
    ...(isObject(overrides) && { providerOverrides: overrides as Record<string, Fields> }),
  };
}

function valuesIn(controls: unknown): Fields {
  const values = isObject(controls) ? controls['values'] : undefined;
  return isObject(values) ? values : {};
}

/** The layers that say something: responses show a default for each channel, whether it was set or not. */
function preferencesOf(preferences: unknown): WorkflowDefinition['preferences'] {
  if (!isObject(preferences)) return {};
  const user = layerOf(preferences['user']);
  const workflow = layerOf(preferences['default']);
  const isPlain = workflow?.all.enabled && !workflow.all.readOnly && Object.keys(workflow.channels).length === 0;
  return { ...(user && { user }), ...(workflow && !isPlain && { workflow: workflow }) };
}

function layerOf(layer: unknown): PreferencesDefinition | undefined {
  if (!isObject(layer) || !isObject(layer['all'])) return undefined;
  const { enabled = true, readOnly = false } = layer['all'];
  const all = { enabled: enabled === true, readOnly: readOnly === true };
  const channels = Object.entries(isObject(layer['channels']) ? layer['channels'] : {}).flatMap(([channel, one]) =>
    isObject(one) && typeof one['enabled'] === 'boolean' && PREFERENCE_CHANNELS.some((known) => known === channel)
      ? [[channel, { enabled: one['enabled'] }] as const]
      : [],
  );
  const stated = channels.filter(([, one]) => one.enabled !== all.enabled);
  return { all, channels: Object.fromEntries(stated) };
}

async function readTexts(api: Api, resourceType: 'workflow' | 'layout', id: string): Promise<Texts> {
  const resource = encodeURIComponent(id);
  const group = await api.find<Fields>(`/v2/translations/group/${resourceType}/${resource}`);
  const locales = Array.isArray(group?.['locales']) ? group['locales'].map(String) : [];
  const texts = await Promise.all(
    locales.map(async (locale) => {
      const one = await api.find<Fields>(`/v2/translations/${resourceType}/${resource}/${encodeURIComponent(locale)}`);
      return isObject(one?.['content']) ? [[locale, one['content']] as const] : [];
    }),
  );
  return Object.fromEntries(texts.flat());
}
