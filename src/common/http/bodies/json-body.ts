import { BadRequestException, HttpException, HttpStatus } from '@nestjs/common';
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify';
import { ValidationException } from '../../errors/validation.exception.js';
import { firstProblemOfJson } from './malformed-json.js';
import { mayBeUnusable, unusablePlace } from './unusable-place.js';
import { keepRawBody, keepsRawBody } from './raw-body.js';

const BYTE_ORDER_MARK = '\ufeff';

const FORM = 'application/x-www-form-urlencoded';

/** Levels of objects and lists in a request body. Deeper ones would overflow the stack of whoever walks them. */
const DEEPEST_LEVEL = 64;

/**
 * The JSON parser of the API. An empty body with a JSON content type counts as no body, because clients send that
 * with DELETE; malformed or very deep JSON is 400, and what of it cannot be kept as it is 422. An empty form counts as
 * no body, too: `@novu/node` sends one where it has nothing to send. Forms that say something, and plain text, are for
 * the handlers that keep the raw body.
 */
export function acceptJson(fastify: FastifyInstance): void {
  const readJson: FastifyBodyParser<string> = (request, body, done) => {
    if (body.trim() === '') {
      done(null, undefined);
      return;
    }
    keepRawBody(request, body);
    if (isDeeperThan(DEEPEST_LEVEL, body)) {
      done(new BadRequestException(`The JSON is nested more than ${DEEPEST_LEVEL} levels deep`));
      return;
    }
    const json = readUsableJson(body);
    if (json.error) done(json.error);
    else done(null, json.value);
  };
  fastify.addContentTypeParser<string>('application/json', { parseAs: 'string' }, readJson);
  fastify.addContentTypeParser<string>('text/plain', { parseAs: 'string' }, (request, body, done) => {
    if (keepsRawBody(request)) readJson(request, body, done);
    else done(unsupported(), undefined);
  });
  fastify.addContentTypeParser<string>(FORM, { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else if (keepsRawBody(request)) done(null, readForm(request, body));
    else done(unsupported(), undefined);
  });
}

/** The value of a JSON text, or why there is none that could be worked with. */
function readUsableJson(text: string): { value: unknown; error?: undefined } | { error: HttpException } {
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch (error) {
    return {
      error: new BadRequestException(`Malformed JSON: ${firstProblemOfJson(text) ?? (error as Error).message}`),
    };
  }
  const unusable = mayBeUnusable(text) ? unusablePlace(value) : undefined;
  if (!unusable) return { value };
  const { path, problem } = unusable;
  return { error: ValidationException.of(path, `${path} ${problem}`) };
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
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

// Position of the quote that ends the text which begins at `start`; a quote after an odd number of backslashes does not.
function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
