import { BsonType } from '../bson/bson-type.js';
import { findField } from '../bson/raw-value.js';
import { fromDocument } from '../bson/convert.js';
import { validateDocument } from '../bson/validate.js';
import { CommandError } from '../errors/command-error.js';
import { ErrorCode, codeName } from '../errors/error-codes.js';
import type { WireRequest } from '../wire/request.js';
import type { CommandContext } from './command.js';
import { CommandInput } from './command-input.js';
import { commands } from './registry.js';
import { checkOptions } from './request-options.js';
import { translateMingoError } from '../aggregation/expression.js';

/** Command documents may be nested a little deeper than the documents inside them. */
const COMMAND_DEPTH_ALLOWANCE = -8;

/** Carries out a request; errors become answers. */
export async function dispatch(request: WireRequest, context: CommandContext): Promise<Buffer> {
  try {
    const { body } = request;
    validateDocument(body.bytes, body.start, body.end, COMMAND_DEPTH_ALLOWANCE);
    const input = new CommandInput(commandOf(request), request.sequences);
    const command = commands.get(input.name);
    if (!command) throw new CommandError(ErrorCode.CommandNotFound, `no such command: '${input.name}'`);
    if (request.legacy && !GREETINGS.has(input.name)) {
      throw new CommandError(ErrorCode.UnsupportedOpQueryCommand, `Unsupported OP_QUERY command: ${input.name}`);
    }
    checkOptions(input);
    return await command(input, context);
  } catch (error) {
    return errorReply(translateMingoError(error));
  }
}

const GREETINGS = new Set(['hello', 'isMaster', 'ismaster']);

/** Old drivers wrap a command in `$query`. */
function commandOf({ legacy, body }: WireRequest): WireRequest['body'] {
  const wrapped = legacy ? findField(body, Buffer.from('$query')) : undefined;
  return wrapped?.type === BsonType.Object ? wrapped : body;
}

function errorReply(error: unknown): Buffer {
  if (error instanceof CommandError) {
    return fromDocument({ ok: 0, errmsg: error.message, code: error.code, codeName: error.codeName, ...error.details });
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`Embedded store: a command failed unexpectedly: ${message}\n`);
  return fromDocument({
    ok: 0,
    errmsg: error instanceof Error ? error.message : String(error),
    code: ErrorCode.InternalError,
    codeName: codeName(ErrorCode.InternalError),
  });
}
