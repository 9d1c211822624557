import { BadRequestException, HttpException, HttpStatus } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ValidationException } from '../../errors/validation.exception.js';
import { endOfText, readLargeJson } from './large-json.js';
import { firstProblemOfJson } from './malformed-json.js';
import { mayBeUnusable, unusablePlace } from './unusable-place.js';
import { keepRawBody, keepsRawBody } from './raw-body.js';

const BYTE_ORDER_MARK = '\ufeff';

const FORM = 'application/x-www-form-urlencoded';

/** Characters; a larger body is read in pieces. */
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
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, readJson);
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

async function readJson(request: FastifyRequest, body: string): Promise<unknown> {
  if (body.trim() === '') return undefined;
  keepRawBody(request, body);
  const text = body.startsWith(BYTE_ORDER_MARK) ? body.slice(1) : body;
  if (text.length > LARGE) return readLargeJson(text, MAX_DEPTH);
  if (isDeeperThan(MAX_DEPTH, text)) {
    throw new BadRequestException(`The JSON is nested more than ${MAX_DEPTH} levels deep`);
  }
  return readUsableJson(text);
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

const QUOTE = 0x22;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
