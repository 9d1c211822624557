import type { Command } from './command.js';
import { aggregate } from './aggregate.js';
import { explain } from './explain.js';
import { collStats, dbStats, validate } from './statistics.js';
import { collMod, createIndexes, dropIndexes, listIndexes } from './indexes.js';
import { count, distinct } from './count.js';
import { create, drop, dropDatabase, listCollections, listDatabases, renameCollection } from './collections.js';
import { find } from './find.js';
import { findAndModify } from './find-and-modify.js';
import { getMore, killCursors } from './cursors.js';
import { insert } from './insert.js';
import { remove } from './delete.js';
import { update } from './update.js';
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
} from './server-info.js';

/** All commands, by the name clients send. */
export const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
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
