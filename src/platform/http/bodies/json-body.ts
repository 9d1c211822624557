import { BadRequestException, HttpException, HttpStatus } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ValidationException } from '../../errors/validation.exception.js';
import { readChunks } from './body-chunks.js';
import { readLargeJson, withoutByteOrderMark } from './large-json.js';
import { firstProblemOfJson } from './malformed-json.js';
import { mayBeUnusable, unusablePlace } from './unusable-place.js';
import { keepRawBody, keepsRawBody } from './raw-body.js';

const FORM = 'application/x-www-form-urlencoded';

/** Bytes; a larger body is read in pieces. */
const LARGE = 262_144;

/** Levels of objects and lists in a request body. Deeper ones would overflow the stack of whoever walks them. */
const MAX_DEPTH = 64;

/**
 * The JSON parser of the API. An empty body with a JSON content type counts as no body, because clients send that
 * with DELETE; malformed or very deep JSON is 400, and what of it cannot be kept as it is 422. An empty form counts as
 * no body, too: `@novu/node` sends one where it has nothing to send. Forms that say something, and plain text, are for
 * the handlers that keep the raw body.
 */
export function acceptJson(fastify: FastifyInstance): void {
  fastify.addContentTypeParser('application/json', async (request: FastifyRequest, payload: IncomingMessage) => {
    const chunks = await readChunks(request, payload);
    const isLarge = lengthOf(chunks) > LARGE && !keepsRawBody(request);
    return isLarge ? readLargeJson(chunks, MAX_DEPTH) : readJson(request, Buffer.concat(chunks).toString());
  });
  fastify.addContentTypeParser<string>(
    'text/plain',
    { parseAs: 'string' },
    async (request: FastifyRequest, body: string) => {
      if (keepsRawBody(request)) return readJson(request, body);
      throw unsupported();
    },
  );
  fastify.addContentTypeParser<string>(FORM, { parseAs: 'string' }, async (request: FastifyRequest, body: string) => {
    if (body === '') return undefined;
    if (keepsRawBody(request)) return readForm(request, body);
    throw unsupported();
  });
}

function readJson(request: FastifyRequest, body: string): unknown {
  if (body.trim() === '') return undefined;
  keepRawBody(request, body);
  const text = withoutByteOrderMark(body);
  if (isDeeperThan(MAX_DEPTH, text)) {
    throw new BadRequestException(`The JSON is nested more than ${MAX_DEPTH} levels deep`);
  }
  return readUsableJson(text);
}

function lengthOf(chunks: readonly Buffer[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}

/** The value of a JSON text. Throws why there is none that could be worked with. */
function readUsableJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadRequestException(`Malformed JSON: ${firstProblemOfJson(text) ?? (error as Error).message}`);
  }
  const unusable = mayBeUnusable(text) ? unusablePlace(value) : undefined;
  if (unusable) throw ValidationException.of(unusable.path, `${unusable.path} ${unusable.problem}`);
  return value;
}

/** The fields of a form; of several with one name the last. */
function readForm(request: FastifyRequest, body: string): Record<string, string> {
  keepRawBody(request, body);
  return Object.fromEntries(new URLSearchParams(body));
}

function unsupported(): HttpException {
  return new HttpException('Unsupported Media Type', HttpStatus.UNSUPPORTED_MEDIA_TYPE);
}

/** Whether brackets outside of texts open more than `levels` at once. Looks at the text before anything is built. */
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
 * Position of the quote that ends the text which begins at `start`, else the end; a quote after an odd number of
 * backslashes does not end it.
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
