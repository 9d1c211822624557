import { AsyncLocalStorage } from 'node:async_hooks';
import { mongo } from 'mongoose';

/** Methods of the driver through which the application writes; others call one of these. */
const WRITES = [
  'bulkWrite',
  'insertOne',
  'updateOne',
  'updateMany',
  'findOneAndUpdate',
  'deleteMany',
  'deleteOne',
  'findOneAndDelete',
] as const;

type Write = (this: unknown, ...parameters: unknown[]) => Promise<unknown>;

/**
 * `lost`: the write does not arrive. `unanswered`: it is done, but its response does not arrive. No later write arrives
 * in either case, as when a process is killed.
 */
export type Death = 'lost' | 'unanswered';

const dying = new AsyncLocalStorage<object>();

/**
 * Runs `work` as a process that dies at its write number `position`, counted from 0, whatever else the process writes
 * meanwhile. Returns whether it came that far; if not, the work was done.
 */
export async function dyingAtWrite(position: number, death: Death, work: () => Promise<void>): Promise<boolean> {
  const prototype = mongo.Collection.prototype as unknown as Record<string, Write>;
  const originals = WRITES.map((name) => [name, prototype[name]!] as const);
  const own = {};
  let writes = 0;
  for (const [name, original] of originals) {
    prototype[name] = async function (...parameters) {
      if (dying.getStore() !== own) return original.apply(this, parameters);
      const number = writes++;
      if (number === position && death === 'unanswered') await original.apply(this, parameters);
      if (number >= position) throw new Error('The process is dead');
      return original.apply(this, parameters);
    };
  }
  try {
    await dying.run(own, work);
    return false;
  } catch (error) {
    if (writes > position) return true;
    throw error;
  } finally {
    for (const [name, original] of originals) prototype[name] = original;
  }
}
