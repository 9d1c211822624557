/** One process at a time, by a lock file that survives neither its owner's end nor its owner's silence. */
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 100;
const HEARTBEAT_MS = 5_000;
/** A lock that was not touched for this long belongs to nobody, even if its process number lives on. */
const SILENCE_MS = 60_000;

/**
 * Runs `work` while holding the lock at `path`; waits for another holder as long as that one lives.
 *
 * @param {string} path of the lock file
 * @param {() => Promise<T>} work
 * @param {{ onWait?: () => void }} options `onWait` is called once, when the lock is found held
 * @returns {Promise<T>} the result of `work`
 * @template T
 */
export async function exclusively(path, work, options = {}) {
  const owner = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() });
  mkdirSync(dirname(path), { recursive: true });
  for (let waited = false; !tryAcquire(path, owner); waited = true) {
    if (!waited) {
      options.onWait?.();
    }
    await delay(POLL_MS);
  }
  const release = () => {
    if (read(path) === owner) {
      rmSync(path, { force: true });
    }
  };
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS);
  heartbeat.unref();
  process.once('exit', release);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off('exit', release);
    release();
  }
}

function tryAcquire(path, owner) {
  if (create(path, owner)) {
    return true;
  }
  const found = read(path);
  if (found !== undefined && isAbandoned(path, found)) {
    removeAbandoned(path, found);
    return create(path, owner);
  }
  return false;
}

function create(path, owner) {
  try {
    writeFileSync(path, owner, { flag: 'wx' });
    return true;
  } catch (error) {
    // Windows answers EPERM while the file is being removed.
    if (error.code === 'EEXIST' || error.code === 'EPERM') {
      return false;
    }
    throw error;
  }
}

function isAbandoned(path, found) {
  const owner = parse(found);
  return (owner?.host === hostname() && !isAlive(owner.pid)) || silence(path) > SILENCE_MS;
}

/**
 * Two processes may find the same abandoned lock. The slower one must not remove the lock that the faster one has just
 * made.
 */
function removeAbandoned(path, found) {
  const aside = `${path}.${randomUUID()}`;
  try {
    renameSync(path, aside);
    if (read(aside) !== found) {
      linkSync(aside, path);
    }
  } catch (error) {
    if (!['ENOENT', 'EEXIST', 'EPERM'].includes(error.code)) {
      throw error;
    }
  } finally {
    rmSync(aside, { force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function silence(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function touch(path) {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Taken away by someone: there is nothing left to keep alive.
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
