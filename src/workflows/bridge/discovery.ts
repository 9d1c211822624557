import { isIdentifier } from '../../platform/ids.js';
import { freeFormProblem } from '../../platform/validation/decorators.js';
import { isObject } from '../../platform/values/is-object.js';
import { isChannel } from '#libs/channels.js';
import { STEP_KINDS, STEP_TYPES, type StepType } from '../steps/step-kinds.js';
import { SEVERITIES, type Severity, type WorkflowPreferences } from '../workflow.schema.js';

/** A workflow as the code of an application describes it. */
export interface DiscoveredWorkflow {
  workflowId: string;
  name: string;
  description?: string;
  tags: string[];
  severity: Severity;
  preferences?: WorkflowPreferences;
  payloadSchema?: Record<string, unknown>;
  steps: DiscoveredStep[];
}

export interface DiscoveredStep {
  stepId: string;
  type: StepType;
  controlSchema: Record<string, unknown>;
}

/** The description cannot be used; the message says where and why. */
export class DiscoveryError extends Error {
  override readonly name = 'DiscoveryError';
}

const MAX_WORKFLOWS = 1000;
/** Behaviour P2. */
const MAX_STEPS = 20;
const MAX_NAME = 256;
const MAX_DESCRIPTION = 4096;
const MAX_TAGS = 50;
const MAX_TAG = 128;
/** Characters of a schema as JSON. */
const MAX_SCHEMA = 65_536;
const STEP_ID = /^[A-Za-z0-9_-]{1,128}$/;
/** Code makes its requests itself, so that it needs no step for it. */
const KINDS_IN_CODE = STEP_TYPES.filter((type) => STEP_KINDS[type].isInCode);
const EMPTY_SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false };

/**
 * Reads what an application says of its workflows (behaviour CF1). Throws {@link DiscoveryError}; members that are not known
 * are left out, since applications may be newer than this service.
 */
export function readDiscovery({ workflows }: Record<string, unknown>): DiscoveredWorkflow[] {
  if (!Array.isArray(workflows)) throw new DiscoveryError('the application lists no workflows');
  if (workflows.length > MAX_WORKFLOWS) throw new DiscoveryError(`more than ${MAX_WORKFLOWS} workflows`);
  const read = workflows.map(readWorkflow);
  assertOnce(
    read.map(({ workflowId }) => workflowId),
    'workflow',
  );
  return read;
}

function readWorkflow(value: unknown): DiscoveredWorkflow {
  const { workflowId, name, description, tags, severity, preferences, payload, steps } = isObject(value) ? value : {};
  if (typeof workflowId !== 'string' || !isIdentifier(workflowId)) {
    throw new DiscoveryError(`${JSON.stringify(workflowId)} cannot be the identifier of a workflow`);
  }
  const fail = (problem: string) => new DiscoveryError(`workflow '${workflowId}': ${problem}`);
  if (!Array.isArray(steps) || steps.length > MAX_STEPS) throw fail(`it must have at most ${MAX_STEPS} steps`);
  const read = steps.map((step) => readStep(step, fail));
  assertOnce(
    read.map(({ stepId }) => stepId),
    `step of workflow '${workflowId}'`,
  );
  const layer = readPreferences(preferences);
  const schema = isObject(payload) ? readSchema(payload.schema, fail, 'payload') : EMPTY_SCHEMA;
  const isStated = JSON.stringify(schema) !== JSON.stringify(EMPTY_SCHEMA);
  return {
    workflowId,
    name: readText(name, MAX_NAME) ?? workflowId,
    description: readText(description, MAX_DESCRIPTION),
    tags: (Array.isArray(tags) ? tags : []).flatMap((tag) => readText(tag, MAX_TAG) ?? []).slice(0, MAX_TAGS),
    severity: SEVERITIES.find((one) => one === severity) ?? 'none',
    ...(layer && { preferences: layer }),
    ...(isStated && { payloadSchema: schema }),
    steps: read,
  };
}

function readStep(value: unknown, fail: (problem: string) => DiscoveryError): DiscoveredStep {
  const { stepId, type, controls } = isObject(value) ? value : {};
  if (typeof stepId !== 'string' || !STEP_ID.test(stepId)) {
    throw fail(`the step id ${JSON.stringify(stepId)} must have letters, digits, hyphens and underscores`);
  }
  const known = KINDS_IN_CODE.find((one) => one === type);
  if (!known) {
    const hint =
      type === 'http_request' ? 'make the request in a custom step' : `use one of ${KINDS_IN_CODE.join(', ')}`;
    throw fail(`step '${stepId}' is of type ${JSON.stringify(type)}, which is not executed for code: ${hint}`);
  }
  const controlSchema = isObject(controls) ? readSchema(controls.schema, fail, `step '${stepId}'`) : EMPTY_SCHEMA;
  return { stepId, type: known, controlSchema };
}

function readSchema(
  schema: unknown,
  fail: (problem: string) => DiscoveryError,
  where: string,
): Record<string, unknown> {
  if (!isObject(schema)) return EMPTY_SCHEMA;
  const problem = freeFormProblem(schema);
  if (problem !== undefined) throw fail(`the schema of ${where} ${problem}`);
  if (JSON.stringify(schema).length > MAX_SCHEMA)
    throw fail(`the schema of ${where} has more than ${MAX_SCHEMA} bytes`);
  return schema;
}

/** Code may state a part of the preferences. */
function readPreferences(value: unknown): WorkflowPreferences | undefined {
  if (!isObject(value)) return undefined;
  const { all, channels } = value;
  const stated = Object.entries(isObject(channels) ? channels : {}).flatMap(([channel, choice]) =>
    isChannel(channel) && isObject(choice) && typeof choice.enabled === 'boolean'
      ? [[channel, { enabled: choice.enabled }] as const]
      : [],
  );
  const { enabled, readOnly } = isObject(all) ? all : {};
  return {
    all: { enabled: enabled !== false, readOnly: readOnly === true },
    channels: Object.fromEntries(stated),
  };
}

function readText(value: unknown, maxLength: number): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text.slice(0, maxLength);
}

function assertOnce(ids: readonly string[], what: string): void {
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw new DiscoveryError(`the application has the ${what} '${repeated}' twice`);
}
