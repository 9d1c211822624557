import { translateMingoError } from '../expressions/expression.js';
import { fromDocument } from '../bson/convert.js';
import { BsonType } from '../bson/bson-type.js';
import { findField } from '../bson/raw-value.js';
import { validateDocument } from '../bson/validate.js';
import { codeName, CommandError, ErrorCode } from '../errors.js';
import type { WireRequest } from '../wire/frame.js';
import {
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  renameCollection,
} from './administration/collections.js';
import { collMod, createIndexes, dropIndexes, listIndexes } from './administration/indexes.js';
import {
  accept,
  buildInfo,
  connectionStatus,
  getParameter,
  hello,
  hostInfo,
  ping,
  serverStatus,
  whatsMyUri,
} from './administration/server-info.js';
import { collStats, dbStats, validate } from './administration/statistics.js';
import { CommandInput } from './command-input.js';
import { checkOptions, type Command, type CommandContext } from './command.js';
import { aggregate } from './reading/aggregate.js';
import { getMore, killCursors } from './reading/cursors.js';
import { explain } from './reading/explain.js';
import { count, distinct, find } from './reading/find.js';
import { tenantOf } from './reading/tenant.js';
import { findAndModify } from './writing/find-and-modify.js';
import { insert, remove, update } from './writing/write.js';

/** Command documents may be nested a little deeper than the documents inside them. */
const COMMAND_DEPTH_ALLOWANCE = -8;

/** Runs a request; errors become replies. */
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
    return await command(input, READS.has(input.name) ? { ...context, tenant: tenantOf(input) } : context);
  } catch (error) {
    return errorReply(translateMingoError(error));
  }
}

/** Commands whose filter says whose documents they read. */
const READS = new Set(['find', 'aggregate', 'count', 'distinct']);

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

/** All commands, by the name that clients send. */
const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['hello', hello],
  ['isMaster', hello],
  ['ismaster', hello],
  ['ping', ping],
  ['buildInfo', buildInfo],
  ['buildinfo', buildInfo],
  ['serverStatus', serverStatus],
  ['connectionStatus', connectionStatus],
  ['hostInfo', hostInfo],
  ['whatsmyuri', whatsMyUri],
  ['getParameter', getParameter],
  ['startSession', accept],
  ['endSessions', accept],
  ['refreshSessions', accept],
  ['killSessions', accept],
  ['killAllSessions', accept],
  ['insert', insert],
  ['update', update],
  ['delete', remove],
  ['findAndModify', findAndModify],
  ['findandmodify', findAndModify],
  ['find', find],
  ['getMore', getMore],
  ['killCursors', killCursors],
  ['aggregate', aggregate],
  ['explain', explain],
  ['collStats', collStats],
  ['collstats', collStats],
  ['dbStats', dbStats],
  ['dbstats', dbStats],
  ['validate', validate],
  ['count', count],
  ['distinct', distinct],
  ['create', create],
  ['drop', drop],
  ['dropDatabase', dropDatabase],
  ['renameCollection', renameCollection],
  ['listCollections', listCollections],
  ['listDatabases', listDatabases],
  ['createIndexes', createIndexes],
  ['listIndexes', listIndexes],
  ['dropIndexes', dropIndexes],
  ['collMod', collMod],
]);
