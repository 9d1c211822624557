import { CommandError } from '../../platform/command-line/errors.js';
import { isObject } from '../../platform/values/is-object.js';
import type { CheckResultDto } from '../../delivery/checks/checks.dto.js';
import type { LayoutDefinition, WorkflowDefinition } from '../definition.js';
import type { DefinitionsDiffDto, StoreDefinitionsResultDto } from '../definitions.dto.js';
import { EXIT } from './task.js';

/** Definitions in a request. */
export interface DefinitionsRequest {
  layouts: object[];
  workflows: object[];
  defaultLayoutId?: string;
  deleted: { resourceType: string; resourceId: string }[];
}

/** All definitions of an environment. */
interface ExportedDefinitions {
  layouts: LayoutDefinition[];
  workflows: WorkflowDefinition[];
  defaultLayoutId?: string;
}

/** The fields by which an environment can be found. */
interface ListedEnvironment {
  _id: string;
  name: string;
  identifier: string;
  slug: string;
}

/** Carillon could not be reached, or refused a request. */
export class ApiError extends CommandError {
  override readonly name = 'ApiError';

  constructor(message: string) {
    super(message, EXIT.failed);
  }
}

/** The definitions of one environment, over HTTP. */
export class DefinitionsApi {
  private readonly path = `/v2/environments/${this.environmentId}/definitions`;

  private constructor(
    private readonly server: Server,
    private readonly environmentId: string,
  ) {}

  /** Finds the environment by its name, identifier, slug or internal id. Throws {@link ApiError}. */
  static async connect(url: string, apiKey: string, environment: string): Promise<DefinitionsApi> {
    const server = new Server(url, apiKey);
    const all = await server.call<ListedEnvironment[]>('GET', '/v1/environments');
    const found =
      all.find(({ name }) => name === environment) ??
      all.find(({ _id, identifier, slug }) => [_id, identifier, slug].includes(environment));
    if (!found) {
      const names = all.map(({ name }) => `'${name}'`).join(', ');
      throw new ApiError(`There is no environment '${environment}'; there are ${names}`);
    }
    return new DefinitionsApi(server, found._id);
  }

  export(): Promise<ExportedDefinitions> {
    return this.server.call('GET', this.path);
  }

  diff(request: DefinitionsRequest): Promise<DefinitionsDiffDto> {
    return this.server.call('POST', `${this.path}/diff`, request);
  }

  /** What is found in a workflow that is to be sent in this environment. */
  check(workflowId: string, draft: object): Promise<CheckResultDto> {
    const path = `/v2/workflows/${encodeURIComponent(workflowId)}/check`;
    return this.server.call('POST', path, { draft, targetEnvironmentId: this.environmentId });
  }

  store(request: DefinitionsRequest): Promise<StoreDefinitionsResultDto> {
    return this.server.call('PUT', this.path, request);
  }
}

class Server {
  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  /** Returns the `data` of the response. */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    if (response.ok) return (JSON.parse(text) as { data: T }).data;
    if (response.status === 401) throw new ApiError(`${this.url} does not accept the API key`);
    throw new ApiError(`${method} ${path} failed with status ${response.status}: ${messageIn(text)}`);
  }

  private async send(method: string, path: string, body?: object): Promise<Response> {
    try {
      return await fetch(this.url + path, {
        method,
        headers: { authorization: `ApiKey ${this.apiKey}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      throw new ApiError(`${this.url} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
}

/** Returns the message of an error body, with the invalid fields; the text itself when it is another body. */
function messageIn(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (!isObject(body) || typeof body['message'] !== 'string') return text;
    const errors = isObject(body['errors']) ? Object.entries(body['errors']) : [];
    const fields = errors.map(([field, problem]) => `\n  ${field}: ${JSON.stringify(problem)}`);
    return body['message'] + fields.join('');
  } catch {
    return text;
  }
}

/** Batches stay well below the request limits of a server. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_RESOURCES = 200;

/**
 * Splits a request into several that are small enough for a server: layouts before the workflows that need them, the
 * default one first, deletions last.
 */
export function inBatches(request: DefinitionsRequest): DefinitionsRequest[] {
  const { defaultLayoutId } = request;
  const isDefault = (layout: object) => 'layoutId' in layout && layout.layoutId === defaultLayoutId;
  const layouts = request.layouts.toSorted((a, b) => Number(isDefault(b)) - Number(isDefault(a)));
  const batch = (part: Partial<DefinitionsRequest>): DefinitionsRequest => ({
    layouts: [],
    workflows: [],
    deleted: [],
    ...(defaultLayoutId !== undefined && { defaultLayoutId }),
    ...part,
  });
  return [
    ...portions(layouts).map((portion) => batch({ layouts: portion })),
    ...portions(request.workflows).map((portion) => batch({ workflows: portion })),
    ...portions(request.deleted).map((portion) => batch({ deleted: portion })),
  ];
}

function portions<Item extends object>(items: readonly Item[]): Item[][] {
  const all: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item));
    const current = all.at(-1);
    if (!current || current.length === MAX_RESOURCES || bytes + size > MAX_BYTES) {
      all.push([item]);
      bytes = size;
    } else {
      current.push(item);
      bytes += size;
    }
  }
  return all;
}
