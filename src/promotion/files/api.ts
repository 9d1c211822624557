import { isObject } from '../../platform/values/is-object.js';
import type { LayoutDefinition, WorkflowDefinition } from '../definitions/definition.js';
import type { DefinitionsDiffDto, StoreDefinitionsResultDto } from '../definitions.dto.js';

/** Definitions as a request takes them. */
export interface GivenDefinitions {
  layouts: object[];
  workflows: object[];
  defaultLayoutId?: string;
  deleted: { resourceType: string; resourceId: string }[];
}

/** Everything an environment holds. */
interface ExportedDefinitions {
  layouts: LayoutDefinition[];
  workflows: WorkflowDefinition[];
  defaultLayoutId?: string;
}

/** An environment, as far as it must be found. */
interface ListedEnvironment {
  _id: string;
  name: string;
  identifier: string;
  slug: string;
}

/** Carillon could not be reached, or did not do what it was asked for. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
}

/** The definitions of one environment, over HTTP. */
export class DefinitionsApi {
  private constructor(
    private readonly server: Server,
    private readonly path: string,
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
    return new DefinitionsApi(server, `/v2/environments/${found._id}/definitions`);
  }

  export(): Promise<ExportedDefinitions> {
    return this.server.call('GET', this.path);
  }

  diff(given: GivenDefinitions): Promise<DefinitionsDiffDto> {
    return this.server.call('POST', `${this.path}/diff`, given);
  }

  store(given: GivenDefinitions): Promise<StoreDefinitionsResultDto> {
    return this.server.call('PUT', this.path, given);
  }
}

class Server {
  constructor(
    private readonly url: string,
    private readonly apiKey: string,
  ) {}

  /** The `data` of the answer. */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await this.send(method, path, body);
    const text = await response.text();
    if (response.ok) return (JSON.parse(text) as { data: T }).data;
    if (response.status === 401) throw new ApiError(`${this.url} does not accept the API key`);
    throw new ApiError(`${method} ${path} was answered with ${response.status}: ${messageIn(text)}`);
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

/** What an error body says, with the fields that broke a rule; the text itself when it is no such body. */
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
