import { isUrl } from '#libs/url/is-url.js';
import { textOf } from '#libs/rendering/in-app/content-error.js';
import { isObject } from '../../../platform/values/is-object.js';
import { type CheckedPayload, payloadTask } from '../../../workflows/payload-schema/payload-check.js';
import type { JsonSchema } from '../../../workflows/steps/control-schema.js';
import { completed, failed, type StepOutcome } from '../step-outcome.js';
import type { HttpResponse, HttpCall } from '../../../platform/outbound-http/http-call.js';
import { renderedControls, templateFailure, workOf } from './controls.js';
import type { StepContext, StepServices } from './step.js';

/** Timeouts in milliseconds. */
const DEFAULT_TIMEOUT = 5000;
const MAX_TIMEOUT = 30_000;

/** Makes an HTTP request; later steps can read the response (behaviour W1, W2). */
export async function executeHttpRequestStep(context: StepContext, services: StepServices): Promise<StepOutcome> {
  const controls = await renderedControls(context, services, { raw: 'responseBodySchema' });
  if (!controls.ok) return templateFailure(controls, 'The request could not be written');
  const call = callOf(context, controls.values);
  if (!isUrl(call.url)) return failed('http_failed', 'Request failed', 'url is not an address');
  return outcomeOf(await services.effects.callHttp(call), controls.values, (schema, payload) =>
    services.computation.run(payloadTask, { schema, payload }, workOf(context)),
  );
}

function callOf({ run, step, scope }: StepContext, values: Readonly<Record<string, unknown>>): HttpCall {
  const method = textOf(values.method, 'method') || 'GET';
  const body = method === 'GET' ? undefined : bodyOf(values.body);
  return {
    method,
    url: textOf(values.url, 'url'),
    headers: {
      ...(typeof values.body === 'object' && body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(pairsOf(values.headers).map(([name, value]) => [name.toLowerCase(), value])),
    },
    ...(body !== undefined && { body }),
    timeoutMs: timeoutOf(values.timeout),
    environmentId: run.environmentId,
    idempotencyKey: `${run._id.toHexString()}-${step._id.toHexString()}`,
    trace: scope.event.trace,
  };
}

/** A string is sent as it is, key-value pairs as a JSON object. */
function bodyOf(body: unknown): string | undefined {
  if (Array.isArray(body)) return JSON.stringify(Object.fromEntries(pairsOf(body)));
  const text = textOf(body, 'body');
  return text === '' ? undefined : text;
}

function pairsOf(pairs: unknown): [string, string][] {
  if (!Array.isArray(pairs)) return [];
  return pairs.filter(isObject).flatMap(({ key, value }): [string, string][] => {
    const name = textOf(key, 'key');
    return name === '' ? [] : [[name, textOf(value, name)]];
  });
}

function timeoutOf(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.min(value, MAX_TIMEOUT) : DEFAULT_TIMEOUT;
}

type Check = (schema: JsonSchema, payload: Record<string, unknown>) => Promise<CheckedPayload>;

async function outcomeOf(
  response: HttpResponse,
  values: Readonly<Record<string, unknown>>,
  check: Check,
): Promise<StepOutcome> {
  if (!response.ok) return failed('http_failed', 'Request failed', response.error);
  if ('simulated' in response)
    return completed('http_succeeded', 'Request not made: this is a simulation', { result: {} });
  const { statusCode, body } = response;
  if (statusCode < 200 || statusCode > 299) return failed('http_failed', 'Request failed', `status ${statusCode}`);
  const result = resultOf(body);
  const schema = values.enforceSchemaValidation === true ? values.responseBodySchema : undefined;
  // The check also fills in the defaults of the schema.
  const checked = isObject(schema) ? await check(schema, result) : { payload: result, violations: [] };
  const [violation] = checked.violations;
  if (violation) {
    return failed('http_failed', 'The response does not match its schema', `${violation.field}: ${violation.message}`);
  }
  return completed('http_succeeded', `The response has status ${statusCode}`, {
    result: checked.payload ?? result,
  });
}

/** The members of a JSON object; any other response under `body`. */
function resultOf(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body);
    return isObject(parsed) ? parsed : { body: parsed };
  } catch {
    return { body };
  }
}
