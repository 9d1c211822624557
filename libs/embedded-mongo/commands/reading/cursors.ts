import { Long } from 'bson';
import { BsonType } from '../../bson/bson-type.js';
import { integer } from '../../bson/arithmetic.js';
import { CommandError } from '../../errors/command-error.js';
import { ErrorCode } from '../../errors/error-codes.js';
import { reply, type Command } from '../command.js';
import { BatchedStream, cursorReply, takeBatch } from '../cursor-reply.js';

/** Documents in a later batch when the client names no number: only the size in bytes limits it. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** `getMore`. */
export const getMore: Command = async (input, { cursors }) => {
  const idValue = input.raw('getMore');
  if (idValue?.type !== BsonType.Int64)
    throw new CommandError(ErrorCode.TypeMismatch, "Field 'getMore' must be of type long");
  const id = integer(idValue);
  const namespace = `${input.database}.${input.string('collection') ?? ''}`;
  const batchSize = input.count('batchSize') || UNLIMITED;
  const stream = cursors.take(id, namespace);
  try {
    if (!(stream instanceof BatchedStream))
      throw new CommandError(ErrorCode.CursorNotFound, `cursor id ${id} not found`);
    const { documents, exhausted } = await takeBatch(stream, batchSize);
    if (exhausted) cursors.kill(id);
    return cursorReply('nextBatch', documents, exhausted ? 0n : id, namespace);
  } catch (error) {
    cursors.kill(id);
    throw error;
  } finally {
    cursors.release(id);
  }
};

/** `killCursors`. */
export const killCursors: Command = (input, { cursors }) => {
  const namespace = `${input.database}.${input.string('killCursors') ?? ''}`;
  const killed: Long[] = [];
  const missing: Long[] = [];
  for (const value of input.list('cursors') ?? []) {
    const id = integer(value);
    (cursors.kill(id, namespace) ? killed : missing).push(Long.fromBigInt(id));
  }
  return reply({ cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [] });
};
