import type { Command } from './command.js';
import { aggregate } from './reading/aggregate.js';
import { explain } from './reading/explain.js';
import { collStats, dbStats, validate } from './administration/statistics.js';
import { collMod, createIndexes, dropIndexes, listIndexes } from './administration/indexes.js';
import { count, distinct } from './reading/count.js';
import {
  create,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  renameCollection,
} from './administration/collections.js';
import { find } from './reading/find.js';
import { findAndModify } from './writing/find-and-modify.js';
import { getMore, killCursors } from './reading/cursors.js';
import { insert } from './writing/insert.js';
import { remove } from './writing/delete.js';
import { update } from './writing/update.js';
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
