import type { IncomingMessage } from 'node:http';
import { BadRequestException, HttpException, HttpStatus } from '@nestjs/common';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { ValidationException } from '../../errors/validation.exception.js';
import { factsOf, RouteFact } from '../route-facts.js';
import { firstProblemOfJson, unstorableIn, unusableIn } from './json-problems.js';
import { readLargeJson, withoutByteOrderMark } from './large-json.js';
import { Pace } from '../../scheduling/pace.js';

const READ_BODY = Symbol('carillon:read-body');

type RawBodyRequest = FastifyRequest & { [READ_BODY]?: { value: unknown } };

/**
 * Leaves the request body as it was sent, for handlers that verify a signature over it: they read it with {@link readBodyOf}
 * afterwards. Such a handler also accepts forms, and JSON sent as plain text, because the format is chosen by the sender.
 */
export const KeepsRawBody = (): MethodDecorator => RouteFact({ keepsRawBody: true });

/** Whether the handler has {@link KeepsRawBody}. */
function keepsRawBody(request: FastifyRequest): boolean {
  return factsOf(request).keepsRawBody === true;
}

/**
 * In a large body the entries of lists that are members of the outermost object come as {@link UnreadJson}, so that the
 * handler can read each when it needs it.
 */
export const ReadsEntries = (): MethodDecorator => RouteFact({ readsEntries: true });

/** The body as it was sent, where the handler has {@link KeepsRawBody}; empty if there was none. */
export function rawBodyOf({ body }: FastifyRequest): string {
  return typeof body === 'string' ? body : '';
}

/** What the raw body says. Throws 400 when it is malformed JSON, 422 when that cannot be stored unchanged. */
export function readBodyOf(request: RawBodyRequest): unknown {
  request[READ_BODY] ??= { value: readRaw(rawBodyOf(request), request.headers['content-type'] ?? '') };
  return request[READ_BODY].value;
}

function readRaw(text: string, contentType: string): unknown {
  if (contentType.toLowerCase().startsWith(FORM)) return text === '' ? undefined : readForm(text);
  return readJson(text, unstorableIn);
}

const FORM = 'application/x-www-form-urlencoded';

/** Bytes; a larger body is parsed in pieces. */
const LARGE = 262_144;

/** Levels of objects and lists in a request body. Deeper ones would overflow the stack of recursive code. */
const MAX_DEPTH = 64;

/**
 * The JSON parser of the API. An empty body with a JSON content type counts as no body, because clients send that with
 * DELETE; malformed or too deeply nested JSON is a 400, and JSON that cannot be stored unchanged a 422. An empty form also
 * counts as no body: `@novu/node` sends one when it has nothing to send. Other forms, plain text and CSV are only accepted by
 * handlers that keep the raw body.
 */
export function acceptJson(fastify: FastifyInstance): void {
  const raw = async (request: FastifyRequest, payload: IncomingMessage): Promise<string> =>
    Buffer.concat(await readChunks(request, payload)).toString();
  fastify.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (keepsRawBody(request)) return raw(request, payload);
    const chunks = await readChunks(request, payload);
    if (lengthOf(chunks) <= LARGE) return readJson(Buffer.concat(chunks).toString());
    return readLargeJson(chunks, { deepest: MAX_DEPTH, keepsEntries: factsOf(request).readsEntries === true });
  });
  fastify.addContentTypeParser(
    ['text/plain', 'text/csv'],
    async (request: FastifyRequest, payload: IncomingMessage) => {
      if (keepsRawBody(request)) return raw(request, payload);
      throw unsupported();
    },
  );
  fastify.addContentTypeParser(FORM, async (request: FastifyRequest, payload: IncomingMessage) => {
    const body = await raw(request, payload);
    if (body === '') return undefined;
    if (keepsRawBody(request)) return body;
    throw unsupported();
  });
}

/**
 * The body of a request in chunks, as received. Fastify would copy a large body into one buffer and decode it in one go,
 * which blocks all other requests. Rejects with Fastify's errors: 413 above the limit of the route, 400 when the length is
 * not that of `Content-Length`, or the client has disconnected.
 */
function readChunks({ headers, routeOptions }: FastifyRequest, payload: IncomingMessage): Promise<Buffer[]> {
  const limit = routeOptions.bodyLimit ?? Infinity;
  const named = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  return new Promise((resolve, reject) => {
    if (named !== undefined && named > limit) {
      reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    const pace = new Pace();
    const end = (settle: () => void): void => {
      payload.off('data', onData).off('end', onEnd).off('error', onError);
      settle();
    };
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > limit) end(() => reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE()));
      else {
        chunks.push(chunk);
        const pause = pace.after(chunk.length);
        if (pause) {
          payload.pause();
          void pause.then(() => payload.resume());
        }
      }
    };
    const onEnd = (): void => {
      const isWhole = named === undefined || named === length;
      end(() => (isWhole ? resolve(chunks) : reject(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH())));
    };
    const onError = (error: Error): void => end(() => reject(Object.assign(error, { statusCode: 400 })));
    payload.on('data', onData).on('end', onEnd).on('error', onError);
  });
}

/** `problemIn` finds what cannot be kept. */
function readJson(body: string, problemIn = unusableIn): unknown {
  if (body.trim() === '') return undefined;
  const text = withoutByteOrderMark(body);
  if (isDeeperThan(MAX_DEPTH, text)) {
    throw new BadRequestException(`The JSON is nested more than ${MAX_DEPTH} levels deep`);
  }
  return readUsableJson(text, problemIn);
}

function lengthOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

/** The value of a JSON text. Throws 400 when it is malformed, and 422 when it cannot be stored unchanged. */
function readUsableJson(text: string, problemIn: typeof unusableIn): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadRequestException(`Malformed JSON: ${firstProblemOfJson(text) ?? (error as Error).message}`);
  }
  const unusable = problemIn(text, value);
  if (unusable) throw ValidationException.of(unusable.path, `${unusable.path} ${unusable.problem}`);
  return value;
}

/** The fields of a form; the last one if a name is repeated. */
function readForm(body: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(body));
}

function unsupported(): HttpException {
  return new HttpException('Unsupported Media Type', HttpStatus.UNSUPPORTED_MEDIA_TYPE);
}

/** Whether the JSON is nested more than `levels` deep. Checks the text, before any object is built. */
export function isDeeperThan(levels: number, json: string): boolean {
  let depth = 0;
  for (let position = 0; position < json.length; position++) {
    switch (json.charCodeAt(position)) {
      case QUOTE:
        position = endOfText(json, position);
        break;
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (++depth > levels) return true;
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        depth--;
        break;
    }
  }
  return false;
}

/**
 * Position of the quote that ends the string which begins at `start`, or the end of the JSON; a quote after an odd number
 * of backslashes does not end the string.
 */
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
