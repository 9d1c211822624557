import { Long } from 'bson';
import { hostname } from 'node:os';
import { MAX_DOCUMENT_SIZE } from '../../bson/validate.js';
import { MAX_MESSAGE_SIZE } from '../../wire/frame.js';
import { reply, type Command } from '../command.js';
import { MAX_WRITE_BATCH } from '../writing/write.js';

/** The MongoDB version whose behaviour the store follows. */
const VERSION = '7.0.0';
/** Wire protocol version; drivers derive from it what they may send. */
const MAX_WIRE_VERSION = 21;

/** `hello` and its older names: describes a standalone server with sessions. */
export const hello: Command = (input, { connectionId, now }) =>
  reply({
    ...(input.name === 'hello' ? { isWritablePrimary: true } : { ismaster: true }),
    helloOk: true,
    topologyVersion: undefined,
    maxBsonObjectSize: MAX_DOCUMENT_SIZE,
    maxMessageSizeBytes: MAX_MESSAGE_SIZE,
    maxWriteBatchSize: MAX_WRITE_BATCH,
    localTime: now(),
    logicalSessionTimeoutMinutes: 30,
    connectionId,
    minWireVersion: 0,
    maxWireVersion: MAX_WIRE_VERSION,
    readOnly: false,
  });

export const ping: Command = () => reply({});

export const buildInfo: Command = () =>
  reply({
    version: VERSION,
    gitVersion: 'embedded',
    versionArray: VERSION.split('.').map(Number).concat(0),
    modules: [],
    bits: 64,
    debug: false,
    maxBsonObjectSize: MAX_DOCUMENT_SIZE,
    storageEngines: ['lmdb'],
    javascriptEngine: 'none',
  });

export const serverStatus: Command = (_input, { now, server, cursors }) => {
  const uptime = (now().getTime() - server.startedAt.getTime()) / 1000;
  return reply({
    host: hostname(),
    version: VERSION,
    process: 'embedded-mongo',
    pid: Long.fromNumber(process.pid),
    uptime,
    uptimeMillis: Long.fromNumber(Math.round(uptime * 1000)),
    localTime: now(),
    connections: { current: server.openConnections() },
    metrics: { cursor: { open: { total: Long.fromNumber(cursors.size) } } },
    storageEngine: { name: 'lmdb' },
    mem: { resident: Math.round(process.memoryUsage.rss() / 1024 / 1024) },
  });
};

export const connectionStatus: Command = () =>
  reply({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } });

export const hostInfo: Command = (_input, { now }) =>
  reply({
    system: { currentTime: now(), hostname: hostname(), cpuAddrSize: 64 },
    os: { type: process.platform },
    extra: {},
  });

export const whatsMyUri: Command = () => reply({ you: 'local' });

export const getParameter: Command = (input) =>
  reply(input.boolean('featureCompatibilityVersion') ? { featureCompatibilityVersion: { version: '7.0' } } : {});

/** Commands that only have to succeed: sessions are accepted and need no state here. */
export const accept: Command = () => reply({});
